import { afterAll, beforeAll, expect, test } from "vitest";

import { base, openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";

import { http } from "./http.ts";

// Statuses that refuse, over bodies that do not.

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const open = (query: string) =>
  openQuietly(`http://USER:can4ry-pa55@${provider.host}/v1/send?timeout=2&${query}`, [http]);

test.each([406, 410, 425, 429, 503])(
  "a %i whose body says that the message was accepted is not repeated",
  async (status) => {
    const rule = open("body=text={text}&type=form&ok=/state&ok_value=queued&code=/state&later=busy");
    const throttled = open(`body=text={text}&type=form&ok=/state&ok_value=queued&throttled=http_${status}`);
    provider.answers({ status, body: JSON.stringify({ state: "queued" }) });
    expect((await throttled.send([base]))[0]!.kind).toBe("unknown");
    const kinds: string[] = [];
    for (const state of ["queued", "busy", "lost"]) {
      provider.answers({ status, body: JSON.stringify({ state }) });
      kinds.push((await rule.send([base]))[0]!.kind);
    }
    expect(kinds).toEqual(["unknown", "later", [406, 410].includes(status) ? "stop" : "later"]);
  },
);

test.each([400, 401, 410, 429, 503])(
  "of a call that a %i answers partly, those whom it names as accepted are not sent to again",
  async (status) => {
    const [taken, refused, unnamed] = ["+447400123456", "+905321234567", "+447400123458"];
    const results = [
      { no: taken, id: "i" },
      { no: refused, why: "too fast" },
    ];
    provider.answers({ status, body: JSON.stringify({ results }) });
    const batch = [taken, refused, unnamed].map((to) => smsTo(to!));
    const outcomes = await open(`batch=10&id=/id&body={"to":"{to:list}"}&reply_list=/results&reply_to=/no`).send(batch);
    const refusal = { 400: "rejected", 401: "stop", 410: "stop", 429: "later", 503: "later" }[status];
    expect(outcomes.map(({ kind }) => kind)).toEqual(["unknown", refusal, "unknown"]);
    expect(provider.seen).toHaveLength(1);
  },
);

test("an id in a call that failed says nothing about the message, also where ok_value is set without ok", async () => {
  provider.answers({ status: 503, body: '{"id":"call-1"}' });
  const gateway = open('body={"to":"{to}"}&id=/id&ok_value=queued');
  expect((await gateway.send([base])).map(({ kind }) => kind)).toEqual(["later"]);
});

test("a 401 whose body has the field of an ok without values is a refusal: the call is repeated with a new token", async () => {
  let tokens = 0;
  provider.answers(({ path, headers }) => {
    if (path === "/oauth/token") {
      tokens += 1;
      return { status: 200, body: JSON.stringify({ access_token: `t0ken-number-${tokens}` }) };
    }
    if (headers["authorization"] === "Bearer t0ken-number-1") return { status: 401, body: '{"status":"unauthorized"}' };
    return { status: 200, body: '{"status":"queued"}' };
  });
  const gateway = open('auth=oauth2&body={"to":"{to}"}&ok=/status');
  expect((await gateway.send([base])).map(({ kind }) => kind)).toEqual(["accepted"]);
});

test.each([
  ["alone", '&body={"to":"{to}"}&ok=/state&ok_value=queued'],
  ["in a list", '&batch=10&body={"to":"{to:list}"}&id=/id&reply_list=/results&reply_to=/no'],
])("a 401 over a message that it says was accepted, %s, is not repeated with a new token", async (_, query) => {
  const { to } = base;
  let tokens = 0;
  const sent: (string | undefined)[] = [];
  provider.answers(({ path, headers }) => {
    if (path === "/oauth/token") {
      tokens += 1;
      return { status: 200, body: JSON.stringify({ access_token: `t0ken-number-${tokens}` }) };
    }
    sent.push(headers["authorization"]);
    return { status: 401, body: JSON.stringify({ state: "queued", results: [{ no: to, id: "i" }] }) };
  });
  const gateway = open(`auth=oauth2${query}`);
  const kinds: string[] = [];
  for (const again of [await gateway.send([base]), await gateway.send([base])]) kinds.push(again[0]!.kind);
  expect(kinds).toEqual(["unknown", "unknown"]);
  // The next message does not try the same token.
  expect(sent).toEqual(["Bearer t0ken-number-1", "Bearer t0ken-number-2"]);
});
