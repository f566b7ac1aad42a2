import { isDeepStrictEqual } from "node:util";

import { expect, it, onTestFinished } from "vitest";

import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startSmsc, type SmscOptions } from "../../support/providers/smsc.ts";
import { startTestService } from "../../support/service/test-service.ts";

async function serviceOn(options: SmscOptions, more = "") {
  const smsc = await startSmsc(options);
  const service = await startTestService({
    TIDINGS_GATEWAY: `smpp://tidings:secret@127.0.0.1:${smsc.port}?name=main&timeout=1&window=4${more}`,
  });
  onTestFinished(async () => {
    await service.end();
    await smsc.close();
  });
  const send = (count: number) => service.call("POST", "/send", { numbers: numbers(count), message: "to all" });
  const states = async () => (await deliveriesOf(service.pool)).map(({ state }) => state);
  return { smsc, service, send, states };
}

/** How often each number was submitted. */
const submits = (smsc: Awaited<ReturnType<typeof startSmsc>>) =>
  Map.groupBy(smsc.submitted, ({ pdu }) => pdu.destination_addr)
    .values()
    .map((all) => all.length)
    .toArray();

it("an SMSC with every bad habit at once leaves each message in the state that it is in, and sends none twice", async () => {
  const long = "z".repeat(5_000);
  const habits = [
    "receipt first",
    "answers twice",
    "long id",
    "throttles",
    "queue full",
    "late",
    "wrong command",
    "nack",
    "unknown receipts",
  ] as const;
  const habitOf = new Map<string, (typeof habits)[number]>();
  const refused = new Set<string>();
  const { smsc, service, send } = await serviceOn({
    onSubmit({ pdu, id }, link) {
      const to = pdu.destination_addr!;
      if (!habitOf.has(to)) habitOf.set(to, habits[habitOf.size]!);
      const receipt = (of: string) => void smsc.receipt(of).catch(() => undefined);
      const answer = (message_id: string) => void link.send(pdu.response({ message_id }));
      switch (habitOf.get(to)) {
        case "receipt first":
          receipt(id);
          setTimeout(answer, 300, id);
          return null;
        case "answers twice":
          answer(id);
          answer("other");
          receipt(id);
          return null;
        case "long id":
          answer(id + long);
          void smsc.deliver({ esm_class: 4, receipted_message_id: id + long, message_state: 2 }).catch(() => undefined);
          return null;
        case "throttles":
        case "queue full":
          if (refused.has(to)) {
            receipt(id);
            return {};
          }
          refused.add(to);
          return { status: habitOf.get(to) === "throttles" ? 0x58 : 0x14 };
        case "late":
          setTimeout(() => (answer(id), answer(id), receipt(id)), 2_000);
          return null;
        case "wrong command": {
          const octets = pdu.response({ message_id: id }).toBuffer();
          octets.writeUInt32BE(0x8000_0005, 4);
          link.socket.write(octets);
          return null;
        }
        case "nack": {
          const octets = Buffer.from("00000010800000000000000000000000", "hex");
          octets.writeUInt32BE(pdu.sequence_number, 12);
          link.socket.write(octets);
          return null;
        }
        default:
          for (let i = 0; i < 200; i += 1) receipt(`nobody ${i}`);
          return {};
      }
    },
  });
  await send(habits.length);
  const expected = {
    "receipt first": "delivered",
    "answers twice": "delivered",
    "long id": "delivered",
    throttles: "delivered",
    "queue full": "delivered",
    late: "delivered",
    "wrong command": "unknown",
    nack: "unknown",
    "unknown receipts": "sent",
  };
  const seen = async () =>
    Object.fromEntries(
      (await deliveriesOf(service.pool)).map(({ phone, state }) => [habitOf.get(phone.slice(1)), state]),
    );
  await eventually(async () => isDeepStrictEqual(await seen(), expected));
  expect(submits(smsc).toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2]);
});

it("a link that is cut in the middle of a response, of an unbind and of a bind sends no message twice and loses none", async () => {
  let count = 0;
  const { smsc, service, send, states } = await serviceOn(
    {
      onSubmit({ pdu, id }, link) {
        count += 1;
        const whole = pdu.response({ message_id: `4711${id}` }).toBuffer();
        if (count === 10) link.socket.end(whole.subarray(0, whole.length - 2));
        else if (count === 20) link.socket.resetAndDestroy();
        else if (count === 30) {
          void smsc.deliver({}, link, "unbind").catch(() => undefined);
          return { delayMs: 50 };
        } else return {};
        return null;
      },
      onBind(_, bind, link) {
        if (bind !== 2) return {};
        link.socket.end(Buffer.from("0000001480000009", "hex"));
        return null;
      },
    },
    "&binds=2",
  );
  await send(60);
  await eventually(async () => (await states()).every((state) => state === "sent" || state === "unknown"));
  const all = await states();
  expect(all).toHaveLength(60);
  const unknown = all.filter((state) => state === "unknown").length;
  expect(unknown).toBeLessThanOrEqual(8);
  expect(Math.max(...submits(smsc))).toBe(1);
  // What was on the wire when a link was cut may never have arrived.
  expect(submits(smsc).length).toBeGreaterThanOrEqual(60 - unknown);
  expect(service.logged.filter(({ level }) => level === "error")).toEqual([]);
});
