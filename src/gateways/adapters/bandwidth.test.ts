import { afterAll, beforeAll, expect, test } from "vitest";

import type { Outcome } from "#domain/gateways/gateway";

import { base as sms, openQuietly } from "../../../test/conformance/gateways/kit/base.ts";
import type { Reply, Seen } from "../../../test/conformance/gateways/kit/case.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { says } from "../../../test/conformance/gateways/kit/says.ts";
import { bandwidth } from "./bandwidth.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

let now = 0;
const open = () =>
  openQuietly(
    `bandwidth+http://can4ry-id:can4ry-secret@${provider.host}?token_host=${provider.host}&account=9900000&application=app-1&from=%2B15005550006&timeout=0.4`,
    [bandwidth],
    { clock: { now: () => now } },
  );

const TOKENS = "/api/v1/oauth2/token";
const asked = () => provider.seen.filter(({ path }) => path === TOKENS).length;
const kinds = (outcomes: readonly Outcome[]) => outcomes.map(({ kind }) => kind).join(" ");

/** Issues tokens t1, t2, …, and accepts messages with those that `good` names. */
function plays(good: (token: string) => boolean, token: (request: Seen) => Reply | null = () => null): void {
  let given = 0;
  provider.answers((request) => {
    if (request.path === TOKENS) {
      given += 1;
      return (
        token(request) ?? says(200, { access_token: `can4ry-token-${given}`, expires_in: 3_600, token_type: "Bearer" })
      );
    }
    const bearer = /^Bearer can4ry-token-(\d+)$/.exec(request.headers["authorization"] ?? "")?.[1] ?? "";
    return good(bearer)
      ? says(202, { id: "m1", segmentCount: 1 })
      : says(401, { type: "unauthorized", description: `no such token: ${request.headers["authorization"]}` });
  });
}

test("one token serves many messages, and is requested with client id and secret", async () => {
  plays(() => true);
  const gateway = open();
  expect(kinds(await gateway.send([sms, sms, sms]))).toBe("accepted accepted accepted");
  expect(kinds(await gateway.send([sms]))).toBe("accepted");
  expect(asked()).toBe(1);
  expect(provider.seen[0]).toMatchObject({
    method: "POST",
    path: TOKENS,
    headers: {
      authorization: `Basic ${Buffer.from("can4ry-id:can4ry-secret").toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
});

test("a token is renewed before it ends", async () => {
  plays(() => true);
  const gateway = open();
  await gateway.send([sms]);
  now += 3_541_000;
  await gateway.send([sms]);
  expect(asked()).toBe(2);
});

test("a token that ended early is replaced once, and its message is sent once", async () => {
  plays((token) => token === "2");
  expect(kinds(await open().send([sms]))).toBe("accepted");
  expect(asked()).toBe(2);
});

test("messages that are refused with every token stop the gateway and show none", async () => {
  plays(() => false);
  const outcomes = await open().send([sms]);
  expect(kinds(outcomes)).toBe("stop");
  expect(JSON.stringify(outcomes)).not.toContain("can4ry");
  expect(asked()).toBe(2);
});

test.each([
  ["a wrong secret stops the gateway", says(401, { error: "invalid_client" }), "stop"],
  ["a bad request for a token stops the gateway", says(400, { error: "invalid_request" }), "stop"],
  ["a token that does not come leaves the text to be tried again", { breaks: "hangs" }, "later"],
  ["an answer that breaks off leaves the text to be tried again", { breaks: "truncates" }, "later"],
  ["a failing token server leaves the text to be tried again", { status: 500 }, "later"],
  ["an answer without a token leaves the text to be tried again", says(200, { token: "x" }), "later"],
] as [string, Reply, string][])("%s, and no message is sent", async (_name, reply, kind) => {
  plays(
    () => true,
    () => reply,
  );
  expect(kinds(await open().send([sms, sms]))).toBe(`${kind} ${kind}`);
  expect(provider.seen.map(({ path }) => path)).toEqual([TOKENS]);
});
