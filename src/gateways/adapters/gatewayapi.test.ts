import { expect, test } from "vitest";

import { quietTools, smsTo } from "../../../test/conformance/gateways/kit/base.ts";

import { gatewayapi } from "./gatewayapi.ts";

/** A provider that refuses each call with one of `bad` in it, and the recipients of each call. */
function open(bad: Readonly<Record<string, string>>) {
  const asked: number[][] = [];
  const gateway = gatewayapi.open(
    gatewayapi.settings.parse({ token: "t0ken" }),
    quietTools({
      fetch: async (_input, init) => {
        const { recipients } = JSON.parse(init?.body as string) as { recipients: { msisdn: number }[] };
        asked.push(recipients.map(({ msisdn }) => msisdn));
        const found = recipients.find(({ msisdn }) => String(msisdn) in bad);
        return found === undefined
          ? Response.json({ ids: [asked.length] })
          : Response.json({ code: bad[String(found.msisdn)], message: "no" }, { status: 403 });
      },
    }),
  );
  return { asked, gateway };
}
const numbers = ["+4512345671", "+4512345672", "+4512345673", "+4512345674"];
const batch = numbers.map((to) => smsTo(to));

test("one blacklisted number does not affect the others, and no number is requested twice", async () => {
  const { asked, gateway } = open({ 4512345673: "0x0215" });
  const outcomes = await gateway.send(batch);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted", "rejected", "accepted"]);
  const refused = asked.filter((call) => call.includes(4_512_345_673));
  const taken = asked.filter((call) => !call.includes(4_512_345_673)).flat();
  expect(refused.map((call) => call.length)).toEqual([4, 2, 1]);
  expect(taken.toSorted()).toEqual([4_512_345_671, 4_512_345_672, 4_512_345_674]);
});

test("one number that had this message a moment ago waits alone", async () => {
  const { gateway } = open({ 4512345672: "0x0214" });
  expect(await gateway.send(batch)).toMatchObject([
    { kind: "accepted" },
    { kind: "later", code: "0x0214" },
    { kind: "accepted" },
    { kind: "accepted" },
  ]);
});

test("trouble with the account splits no call", async () => {
  const { asked, gateway } = open({ 4512345672: "0x0216" });
  expect(new Set((await gateway.send(batch)).map(({ kind }) => kind))).toEqual(new Set(["stop"]));
  expect(asked).toHaveLength(1);
});
