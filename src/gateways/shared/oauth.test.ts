import { afterAll, beforeAll, expect, test } from "vitest";

import { HELD_BACK, withLastCheck } from "#lib/last-check";

import { base, openQuietly } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { http } from "../adapters/http.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

test("a token is requested before the last check of the message that needs it, which concerns the message alone", async () => {
  provider.answers(({ path }) => ({
    status: 200,
    body: path === "/oauth/token" ? '{"access_token":"t0ken-number-1"}' : '{"id":"m1"}',
  }));
  const query = 'timeout=2&auth=oauth2&id=/id&body={"to":"{to}"}';
  const gateway = openQuietly(`http://USER:can4ry-pa55@${provider.host}/v1/send?${query}`, [http]);
  const paths = () => provider.seen.map(({ path }) => path);
  const seenAtCheck: string[][] = [];
  const send = (mayLeave: boolean) =>
    withLastCheck(
      () => {
        seenAtCheck.push(paths());
        return mayLeave;
      },
      () => gateway.send([base]),
    );
  expect(await send(false)).toMatchObject([{ kind: "later", code: HELD_BACK }]);
  expect(await send(true)).toMatchObject([{ kind: "accepted" }]);
  expect(seenAtCheck).toEqual([["/oauth/token"], ["/oauth/token"]]);
  expect(paths()).toEqual(["/oauth/token", "/v1/send"]);
});
