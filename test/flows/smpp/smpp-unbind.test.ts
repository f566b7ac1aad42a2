import { expect, it } from "vitest";

import { bench, sendOne } from "../../support/providers/smpp-gateway.ts";

const count = (outcomes: readonly { kind: string }[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]));

it("an unbind in the middle of a window is answered after the responses, and nothing is in doubt", async () => {
  // Held back until the unbind is on its way, then answered one after another.
  const held: (() => void)[] = [];
  const { smsc, gateway } = await bench(
    {
      onSubmit: ({ pdu, id }, link) => {
        held.push(() => void link.send(pdu.response({ message_id: id })));
        return null;
      },
    },
    { window: 100, timeout: 30 },
  );
  const sending = Promise.all(Array.from({ length: 100 }, (_, i) => sendOne(gateway, `number ${i}`)));
  await smsc.until(() => held.length === 100);
  const order: string[] = [];
  const unbound = smsc.deliver({}, undefined, "unbind").then(() => order.push("unbound"));
  // The unbind has arrived: what comes after it is answered before it.
  await smsc.deliver({}, undefined, "enquire_link");
  order.push("answers");
  for (const answer of held.splice(0)) answer();
  expect(count(await sending)).toEqual({ accepted: 100 });
  await unbound;
  expect(order).toEqual(["answers", "unbound"]);
  await smsc.until(() => smsc.binds.length === 2);
});

it("a message that is offered after the unbind waits for the next link and is not written to the old one", async () => {
  const held: (() => void)[] = [];
  const { smsc, gateway } = await bench(
    {
      onSubmit: ({ pdu, id, bind }, link) => {
        if (bind > 1) return {};
        held.push(() => void link.send(pdu.response({ message_id: id })));
        return null;
      },
    },
    { window: 10, timeout: 30 },
  );
  const first = sendOne(gateway, "before");
  await smsc.until(() => held.length === 1);
  const unbound = smsc.deliver({}, undefined, "unbind");
  await smsc.deliver({}, undefined, "enquire_link");
  expect(await sendOne(gateway, "behind")).toMatchObject({ kind: "later" });
  held.pop()!();
  expect(await first).toMatchObject({ kind: "accepted" });
  await unbound;
  expect(smsc.submitted).toHaveLength(1);
});

it("an unbind is answered after what the SMSC itself delivered", async () => {
  const stored = Promise.withResolvers<void>();
  const { smsc, gateway } = await bench({}, { timeout: 30 }, () => stored.promise);
  await sendOne(gateway, "hi");
  const order: string[] = [];
  const receipt = smsc.receipt("1").then(({ command_status }) => order.push(`receipt ${command_status}`));
  const unbound = smsc.deliver({}, undefined, "unbind").then(() => order.push("unbound"));
  await smsc.deliver({}, undefined, "enquire_link");
  stored.resolve();
  await Promise.all([receipt, unbound]);
  expect(order).toEqual(["receipt 0", "unbound"]);
});

it("an SMSC that unbinds and stops responding is disconnected when the timeout is over", async () => {
  const { smsc, gateway } = await bench({ onSubmit: () => null }, { timeout: 0.5 });
  const sending = sendOne(gateway, "into the void");
  await smsc.until(() => smsc.submitted.length === 1);
  const answer = await smsc.deliver({}, undefined, "unbind");
  expect(answer.command).toBe("unbind_resp");
  expect(await sending).toMatchObject({ kind: "unknown" });
  await smsc.until(() => smsc.binds.length === 2);
});

it("closing during an unbind waits for the responses too", async () => {
  const held: (() => void)[] = [];
  const { smsc, gateway } = await bench(
    {
      onSubmit: ({ pdu, id }, link) => {
        held.push(() => void link.send(pdu.response({ message_id: id })));
        return null;
      },
    },
    { timeout: 30 },
  );
  const sending = sendOne(gateway, "before");
  await smsc.until(() => held.length === 1);
  const unbound = smsc.deliver({}, undefined, "unbind");
  await smsc.deliver({}, undefined, "enquire_link");
  const closing = gateway.close!();
  held.pop()!();
  expect(await sending).toMatchObject({ kind: "accepted" });
  await Promise.all([closing, unbound]);
});
