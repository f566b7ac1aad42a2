import { expect, test } from "vitest";

import { base, quietTools } from "../../../test/conformance/gateways/kit/base.ts";

import { bulksms } from "./bulksms.ts";

/** A gateway whose provider disconnects once, and the requests it received. */
function open() {
  const asked: URL[] = [];
  const gateway = bulksms.open(
    bulksms.settings.parse({ tokenId: "id", tokenSecret: "secret" }),
    quietTools({
      fetch: async (input) => {
        asked.push(new URL(input as string));
        if (asked.length === 1) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET", syscall: "read" } });
        return Response.json([{ id: "m1", status: { type: "ACCEPTED" } }], { status: 201 });
      },
    }),
  );
  return { asked, gateway };
}
const sms = (ref: string, text = "Hello") => ({ ...base, ref, text });

test("a message that is sent again says so by the same number, and no other message has it", async () => {
  const { asked, gateway } = open();
  expect(await gateway.send([sms("ref-1")])).toMatchObject([{ kind: "unknown" }]);
  expect(await gateway.send([sms("ref-1")])).toMatchObject([{ kind: "accepted" }]);
  await gateway.send([sms("ref-2"), sms("ref-3")]);
  const [first, again, ...others] = asked.map((url) => url.searchParams.get("deduplication-id"));
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
  for (const id of [first, ...others]) expect(id).toMatch(/^[1-9]\d{5,15}$/);
});

test.each(["Your code is {F0######}", "Hi {fn##}", "{sn}"])(
  "a text in which BulkSMS would fill something is refused: %s",
  async (text) => {
    const { asked, gateway } = open();
    expect(await gateway.send([sms("ref-1", text)])).toMatchObject([{ kind: "rejected", code: "template" }]);
    expect(asked).toEqual([]);
  },
);

test("other braces pass", async () => {
  const { asked, gateway } = open();
  await gateway.send([sms("ref-1", "{ok} {F} {first}")]);
  expect(asked).toHaveLength(1);
});
