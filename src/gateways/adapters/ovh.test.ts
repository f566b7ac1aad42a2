import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { says } from "../../../test/conformance/gateways/kit/says.ts";
import { ovh } from "./ovh.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const AHEAD = 3_600;

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const sms = smsTo("+33612345678", { text: "Été à 5 €" });

test("after one response messages are signed by the vendor's clock, however wrong our own is", async () => {
  const gateway = openQuietly(`ovh+http://AK:AS@${provider.host}?consumer_key=CK&service=sms-ab12345-1`, [ovh], {
    clock: { now: () => NOW },
  });
  const url = `http://${provider.host}/1.0/sms/sms-ab12345-1/jobs`;
  provider.answers(({ method, headers, body }) => {
    const at = headers["x-ovh-timestamp"]!;
    const wanted = createHash("sha1").update(`AS+CK+${method}+${url}+${body}+${at}`).digest("hex");
    const date = new Date(NOW + AHEAD * 1_000).toUTCString();
    const answer =
      headers["x-ovh-signature"] !== `$1$${wanted}`
        ? says(400, { message: "Invalid signature" })
        : Number(at) !== NOW / 1_000 + AHEAD
          ? says(400, { message: "Query out of time" })
          : says(200, { ids: [1], validReceivers: [sms.to], invalidReceivers: [] });
    return { ...answer, headers: { date } };
  });
  expect(await gateway.send([sms])).toMatchObject([{ kind: "later", reason: "Query out of time" }]);
  expect(await gateway.send([sms])).toEqual([{ kind: "accepted", providerIds: ["1"] }]);
});
