import { expect, test } from "vitest";

import { quietTools, smsTo } from "../../../test/conformance/gateways/kit/base.ts";

import { clicksend } from "./clicksend.ts";

test("messages with different media, without any, and two to one number are sent in separate calls", async () => {
  const asked: { path: string; media?: string; to: string[] }[] = [];
  const gateway = clicksend.open(
    clicksend.settings.parse({ username: "acme", key: "k3y" }),
    quietTools({
      fetch: async (input, init) => {
        const body = JSON.parse(init?.body as string) as { media_file?: string; messages: { to: string }[] };
        const to = body.messages.map((message) => message.to);
        asked.push({ path: new URL(input as string).pathname, ...(body.media_file && { media: body.media_file }), to });
        const messages = to.map((number) => ({ to: number, status: "SUCCESS", message_id: `m${asked.length}` }));
        return Response.json({ response_code: "SUCCESS", data: { messages } });
      },
    }),
  );
  const sms = (to: string, media: string[] = []) => smsTo(to, { media });
  const [first, second] = ["+447400123456", "+12025550123"];
  const outcomes = await gateway.send([
    sms(first),
    sms(second, ["https://example.org/a.jpg"]),
    sms(first, ["https://example.org/a.jpg"]),
    sms(second, ["https://example.org/b.jpg"]),
    sms(second),
    sms(first),
  ]);
  expect(asked).toEqual([
    { path: "/v3/sms/send", to: [first, second] },
    { path: "/v3/mms/send", media: "https://example.org/a.jpg", to: [second, first] },
    { path: "/v3/mms/send", media: "https://example.org/b.jpg", to: [second] },
    { path: "/v3/sms/send", to: [first] },
  ]);
  expect(outcomes.map((outcome) => outcome.kind === "accepted" && outcome.providerIds[0])).toEqual([
    "m1",
    "m2",
    "m2",
    "m3",
    "m1",
    "m4",
  ]);
});
