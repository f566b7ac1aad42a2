import { createHmac } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { base, openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { providerCall } from "../../../test/support/providers/provider-call.ts";

import { http } from "./http.ts";
import { recipes } from "./http/recipes.ts";
import { prepareGateways } from "../open.ts";
import { redactGateways } from "../redact-gateways.ts";

const NOW = Date.parse("2027-06-01T10:00:00Z");
const SECRET = "can4ry-pa55";
let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const open = (query: string, random = () => 0.999) =>
  openQuietly(`http://USER:${SECRET}@${provider.host}/v1/send?timeout=2&${query}`, [http], {
    clock: { now: () => NOW },
    random,
  });
const JSON_BODY = 'body={"to":"{to}","text":"{text}"}&id=/id';
const yes = { status: 200, body: '{"id":"m1"}' };
const issues = (query: string): string => {
  const result = prepareGateways(`http://u:p@h/?${query}`, [http]);
  return result.ok ? "" : result.issues.join("; ");
};

describe("a signature", () => {
  const nonce = "ff".repeat(16);
  const mac = (hash: string, text: string, form: "hex" | "base64" | "base64url") =>
    createHmac(hash, SECRET).update(text).digest(form);
  const sent = '{"to":"+447400123456","text":"Hello"}';

  test.each([
    ["", "x-signature", mac("sha256", sent, "hex")],
    ["&sign_as=base64&sign_hash=sha512", "x-signature", mac("sha512", sent, "base64")],
    [
      "&sign={time}.{body}&auth_value=sha256={signature}",
      "x-signature",
      `sha256=${mac("sha256", `${NOW / 1_000}.${sent}`, "hex")}`,
    ],
    [
      "&auth_header=Authorization&sign_as=base64&sign={time}%0A{nonce}%0A{method}%0A{path}%0A{host}%0A443%0A%0A" +
        '&auth_value=MAC%20id="{username}",%20ts="{time}",%20nonce="{nonce}",%20mac="{signature}"',
      "authorization",
      () =>
        `MAC id="USER", ts="${NOW / 1_000}", nonce="${nonce}", mac="${mac("sha256", `${NOW / 1_000}\n${nonce}\nPOST\n/v1/send\n${provider.host}\n443\n\n`, "base64")}"`,
    ],
    [
      "&sign={to_digits}{text}{password}&sign_as=base64url",
      "x-signature",
      mac("sha256", `447400123456Hello${SECRET}`, "base64url"),
    ],
  ])("is made as configured: %s", async (query, header, value) => {
    provider.answers(yes);
    expect(await open(`auth=hmac&${JSON_BODY}${query}`).send([base])).toMatchObject([{ kind: "accepted" }]);
    expect(provider.seen[0]!.headers[header]).toBe(typeof value === "function" ? value() : value);
  });

  test("is beside the same time and nonce in header and body, which are new in every request", async () => {
    provider.answers(yes);
    let count = 0;
    const gateway = open(
      'auth=hmac&sign={nonce}&header=X-Nonce:%20{nonce}&header=X-Time:%20{time_ms}&id=/id&body={"n":"{nonce}","t":"{time:number}"}',
      () => (count++ % 256) / 256,
    );
    await gateway.send([base]);
    await gateway.send([base]);
    const nonces = provider.seen.map(({ headers, body }) => {
      const { n, t } = JSON.parse(body) as { n: string; t: number };
      expect([headers["x-nonce"], headers["x-time"], t]).toEqual([n, String(NOW), NOW / 1_000]);
      expect(headers["x-signature"]).toBe(mac("sha256", n, "hex"));
      return n;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  test("whose header a text would break is not sent", async () => {
    provider.answers(yes);
    const gateway = open(`auth=hmac&auth_value={text}{signature}&${JSON_BODY}`);
    expect(await gateway.send([{ ...base, text: "a\r\nX: y" }])).toMatchObject([
      { kind: "rejected", code: "unsafe_header" },
    ]);
    expect(provider.seen).toEqual([]);
  });

  test.each([
    [`${JSON_BODY}&auth=hmac&sign={signature}`, "sign has •••, which is none of to, to_digits"],
    [`${JSON_BODY}&auth=hmac&auth_value={body}`, "auth_value has •••, which is none of"],
    [`${JSON_BODY}&auth=hmac&sign_hash=md5`, "sign_hash Invalid option"],
  ])("that cannot be made is refused when the settings are read: %s", (query, sentence) => {
    expect(issues(query)).toContain(sentence);
  });
});

describe("OAuth 2", () => {
  const orange = () => {
    const { dsn } = recipes.find(({ title }) => title.startsWith("Orange"))!;
    const own = dsn.replace(/^https:\/\/[^/]*/, `http://USER:${SECRET}@${provider.host}`);
    return openQuietly(`${own}&timeout=2&from=ACME`, [http], { clock: { now: () => NOW } });
  };
  const TOKENS = "/oauth/v3/token";
  /** Issues token after token, and accepts messages with the newest one. */
  const plays = (ends: () => boolean = () => false): void => {
    let given = 0;
    provider.answers(({ path, headers }) => {
      if (path === TOKENS) {
        given += 1;
        return { status: 200, body: JSON.stringify({ access_token: `t0ken-number-${given}`, expires_in: "3600" }) };
      }
      if (headers["authorization"] !== `Bearer t0ken-number-${given}` || ends()) return { status: 401, body: "{}" };
      const resourceURL = "https://api.orange.com/smsmessaging/v1/outbound/tel:+2250000/requests/d2b0-7";
      return { status: 201, body: JSON.stringify({ outboundSMSMessageRequest: { resourceURL } }) };
    });
  };
  const asked = () => provider.seen.filter(({ path }) => path === TOKENS);

  test("requests a token once and sends with it", async () => {
    plays();
    const gateway = orange();
    const accepted = { kind: "accepted", providerIds: ["d2b0-7"] };
    expect(await gateway.send([base])).toEqual([accepted]);
    expect(await Promise.all([gateway.send([base]), gateway.send([base])])).toEqual([[accepted], [accepted]]);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).toMatchObject({
      body: "grant_type=client_credentials",
      headers: { authorization: `Basic ${Buffer.from(`USER:${SECRET}`).toString("base64")}` },
    });
    const text = provider.seen.find(({ path }) => path !== TOKENS)!;
    expect(text.path).toBe("/smsmessaging/v1/outbound/tel%3A%2B2250000/requests");
    expect(JSON.parse(text.body)).toEqual({
      outboundSMSMessageRequest: {
        address: "tel:+447400123456",
        senderAddress: "tel:+2250000",
        senderName: "ACME",
        outboundSMSTextMessage: { message: "Hello" },
      },
    });
  });

  test("requests a new one if a token ended early, and stops after the second one", async () => {
    let refused = 0;
    plays(() => refused++ === 0);
    expect(await orange().send([base])).toMatchObject([{ kind: "accepted" }]);
    expect(asked()).toHaveLength(2);
    plays(() => true);
    expect(await orange().send([base])).toMatchObject([{ kind: "stop", code: "http_401" }]);
    expect(asked()).toHaveLength(2);
  });

  test.each([
    [{ status: 401, body: '{"error":"invalid_client"}' }, { kind: "stop" }],
    [{ status: 400, body: '{"error":"invalid_grant"}' }, { kind: "stop" }],
    [
      { status: 500, body: "" },
      { kind: "later", code: "no_token" },
    ],
    [
      { status: 200, body: '{"access_token":"a b"}' },
      { kind: "later", code: "no_token" },
    ],
    [{ breaks: "resets" as const }, { kind: "later", code: "no_token" }],
  ])("reports a message without a token as not sent: %o", async (reply, outcome) => {
    provider.answers(reply);
    const [said] = await orange().send([base]);
    expect(said).toMatchObject(outcome);
    expect(JSON.stringify(said)).not.toContain(SECRET);
    expect(provider.seen.every(({ path }) => path === TOKENS)).toBe(true);
  });

  test("appears in no reason", async () => {
    provider.answers(({ path, headers }) =>
      path === "/oauth/token"
        ? { status: 200, body: '{"access_token":"t0ken-number-1"}' }
        : { status: 400, body: JSON.stringify({ why: `Not for you: ${headers["authorization"]}` }) },
    );
    const [said] = await open(`auth=oauth2&reason=/why&${JSON_BODY}`).send([base]);
    expect(said).toMatchObject({ kind: "rejected", reason: "Not for you: Bearer •••" });
  });

  test("puts id, secret and scope into the form if the settings say so", async () => {
    provider.answers(({ path }) =>
      path === "/oauth/token" ? { status: 200, body: '{"access_token":"t0ken-number-1"}' } : yes,
    );
    await open(`auth=oauth2&token_auth=form&scope=sms%20send&${JSON_BODY}`).send([base]);
    expect(provider.seen[0]!.headers["authorization"]).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(provider.seen[0]!.body))).toEqual({
      grant_type: "client_credentials",
      client_id: "USER",
      client_secret: SECRET,
      scope: "sms send",
    });
  });
});

test("templates of a signature are hidden when a setting is shown: they may contain a key in plain text", () => {
  const dsn = `http://u:p@h/?auth=hmac&sign=c4nary{body}&auth_value=Key%20c4nary:{signature}&${JSON_BODY}`;
  expect(redactGateways(dsn, [http])).not.toContain("c4nary");
});

describe("a call to many recipients", () => {
  const LIST = "&reply_list=/results&reply_to=/no";
  const people = ["+447400123456", "+905321234567"].map((to) => smsTo(to));
  const named = {
    status: 200,
    body: JSON.stringify({ results: people.map(({ to }) => ({ no: to.slice(1), id: `id-${to.slice(-2)}` })) }),
  };

  test.each([
    [
      'body={"messages":["{each}",{"no":"{to_national}","ref":"{ref}"}],"text":"{text}"}',
      {
        messages: [
          { no: "7400123456", ref: "ref-+447400123456" },
          { no: "5321234567", ref: "ref-+905321234567" },
        ],
        text: "Hello",
      },
    ],
    [
      'body={"to":"{to:list}","all":"{to_digits:csv}","n":["x","{to:list}"]}',
      {
        to: ["+447400123456", "+905321234567"],
        all: "447400123456,905321234567",
        n: ["x", "+447400123456", "+905321234567"],
      },
    ],
  ])("names every recipient in the template's form: %s", async (body, json) => {
    provider.answers(named);
    const outcomes = await open(`batch=10&id=/id&${body}${LIST}`).send(people);
    expect(outcomes).toEqual([
      { kind: "accepted", providerIds: ["id-56"] },
      { kind: "accepted", providerIds: ["id-67"] },
    ]);
    expect(provider.seen).toHaveLength(1);
    expect(JSON.parse(provider.seen[0]!.body)).toEqual(json);
  });

  test("that one number spoils is repeated without it", async () => {
    provider.answers(({ body }) => {
      const { to } = JSON.parse(body) as { to: string[] };
      return to.includes("+905321234567")
        ? { status: 400, body: '{"error":"bad number"}' }
        : { status: 200, body: JSON.stringify({ results: to.map((no) => ({ no, id: "i" })) }) };
    });
    const all = ["+447400123456", "+905321234567", "+447400123457", "+447400123458"].map((to) => smsTo(to));
    const outcomes = await open(`batch=10&id=/id&body={"to":"{to:list}"}${LIST}`).send(all);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "rejected", "accepted", "accepted"]);
  });

  test("repeats the form field for each recipient", async () => {
    provider.answers(named);
    await open(`type=form&batch=10&id=/id&body=to={to:list}%26text={text}${LIST}`).send(people);
    expect([...new URLSearchParams(provider.seen[0]!.body)]).toEqual([
      ["to", "+447400123456"],
      ["to", "+905321234567"],
      ["text", "Hello"],
    ]);
  });

  test("carries only identical messages, never one number twice, and no reference in the shared receipts' address", async () => {
    provider.answers(({ body }) => {
      const { to } = JSON.parse(body) as { to: string[] };
      return { status: 200, body: JSON.stringify({ results: to.map((no) => ({ no, id: "i" })) }) };
    });
    const receiptUrl = "https://sms.example.org/r?t=abc";
    const batch = [...people, people[0]!, { ...people[1]!, text: "Other" }].map((sms) => ({ ...sms, receiptUrl }));
    const outcomes = await open(
      `batch=10&id=/id&body={"to":"{to:list}","text":"{text}","url":"{receipt_url}"}${LIST}`,
    ).send(batch);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
    const calls = provider.seen.map(({ body }) => JSON.parse(body) as { to: string[]; url: string });
    expect(calls.map(({ to }) => to.length).toSorted()).toEqual([1, 1, 2]);
    expect(calls.find(({ to }) => to.length === 2)!.url).toBe(receiptUrl);
    expect(calls.filter(({ to }) => to.length === 1).every(({ url }) => url.includes("&ref=ref-"))).toBe(true);
  });

  test.each([
    ['batch=10&id=/id&body={"to":"{to:list}"}', "batch needs `reply_list` and `reply_to`"],
    [`batch=10&id=/id&body={"to":"{to}"}${LIST}`, "body has {to}, which belongs to one recipient"],
    [
      `batch=10&id=/id&body={"x":["{each}",{"to":"{to}"}],"r":"{ref}"}${LIST}`,
      "body has {ref}, which belongs to one recipient",
    ],
    [`batch=10&id=/id&body={"to":"{to:list}"}&header=X:%20{to}${LIST}`, "{to}, which belongs to one recipient"],
    [`batch=10&id=/id&body={"text":"{text}"}${LIST}`, "body names nobody"],
    [`id=/id&body={"x":["{each}"]}`, "not followed by one item"],
    [`id=/id&body={"to":"{to}"}&reply_list=/x`, "`reply_list` go together"],
  ])("that would reach one recipient only is refused when the settings are read: %s", (query, sentence) => {
    expect(issues(query)).toContain(sentence);
  });
});

describe("calls to us", () => {
  const rules =
    "receipt_state=status&receipt_id=id&receipt_phone=no&receipt_channel=via&receipt_delivered=ok&receipt_failed=bad" +
    "&inbound_from=src&inbound_text=msg";
  const receive = (query: string, body: string) => open(`${JSON_BODY}&${query}`).receive!(providerCall({ body }));

  test("whose code means STOP suppress the number", async () => {
    const gateway = open(
      `${JSON_BODY}&opted_out=E9&receipt_state=status&receipt_id=id&receipt_phone=to&receipt_code=err&receipt_failed=bad&receipt_delivered=ok`,
    );
    const call = async (fields: object) =>
      gateway.receive!(
        providerCall({ method: "POST", body: JSON.stringify({ id: "1", to: "447400123456", ...fields }) }),
      );
    expect(await call({ status: "bad", err: "E9" })).toMatchObject({ optOuts: ["447400123456"] });
    expect(await call({ status: "bad", err: "E1" })).not.toHaveProperty("optOuts");
    expect(await call({ status: "ok", err: "E9" })).not.toHaveProperty("optOuts");
  });

  test("may be a list at the root", async () => {
    const body =
      '[{"id":1,"status":"ok","via":"RCS"},{"id":"2","status":"bad","no":"+44"},{"src":"+4479","msg":"STOP"}]';
    for (const list of ["", "&receipt_list=/", "&receipt_list=/*"]) {
      expect(await receive(rules + list, body)).toMatchObject({
        receipts: [
          { providerId: "1", state: "delivered", channel: "rcs" },
          { providerId: "2", state: "failed", phone: "+44" },
        ],
        inbound: [{ from: "+4479", text: "STOP" }],
      });
    }
  });

  test("and responses keep every digit of an id that is a long number", async () => {
    const body =
      '\uFEFF[{"id":5289041234567890001,"status":"ok"},{"src":"+4479","msg":"Hi","n":5289041234567890002},' +
      '{"src":"+4479","msg":"STOP","n":5289041234567890003}]';
    expect(await receive(`${rules}&inbound_id=n`, body)).toMatchObject({
      receipts: [{ providerId: "5289041234567890001", state: "delivered" }],
      inbound: [{ providerId: "5289041234567890002" }, { providerId: "5289041234567890003", text: "STOP" }],
    });
    provider.answers({ status: 200, body: '\uFEFF{"id":5289041234567890001}' });
    const [outcome] = await open(JSON_BODY).send([smsTo("+447400123456")]);
    expect(outcome).toMatchObject({ kind: "accepted", providerIds: ["5289041234567890001"] });
  });

  test("may be XML", async () => {
    const body =
      '<?xml version="1.0" encoding="UTF-8"?><reports><report id="a&amp;b"><status>ok</status></report>' +
      '<report id="c"><status>bad</status><no>905321234567</no></report></reports>';
    const at = rules.replace("receipt_id=id", "receipt_id=@id");
    expect(await receive(`${at}&receipt_list=/reports/report`, body)).toMatchObject({
      receipts: [
        { providerId: "a&b", state: "delivered" },
        { providerId: "c", state: "failed", phone: "905321234567" },
      ],
      inbound: [],
    });
    const one = '<r><report id="a"><status>ok</status></report></r>';
    expect(await receive(`${at}&receipt_list=/r/report`, one)).toMatchObject({ receipts: [{ providerId: "a" }] });
  });

  test("in XML with entities of its own are ignored", async () => {
    const body = '<!DOCTYPE r [<!ENTITY s "ok">]><r><status>&s;</status><id>1</id></r>';
    expect(await receive(`${rules}&receipt_list=/r`, body)).toMatchObject({ receipts: [], inbound: [] });
  });

  test("a response in XML is also read by pointers", async () => {
    provider.answers({ status: 200, body: "<main><code>00</code><jobID>77</jobID></main>" });
    const gateway = open('body={"to":"{to}"}&ok=/main/code&ok_value=00&id=/main/jobID');
    expect(await gateway.send([base])).toEqual([{ kind: "accepted", providerIds: ["77"] }]);
  });
});

test("a value that encodeURIComponent wrote is used unchanged, brackets and all", async () => {
  provider.answers({ status: 200, body: "ok:7" });
  const query = `body=${encodeURIComponent('{"to":"{to}"}')}&id=${encodeURIComponent("~^ok:(\\d+)$")}`;
  const dsn = `http://USER:${SECRET}@${provider.host}/?${query}`;
  for (const text of [dsn, `failover(${dsn} ${dsn}&name=b)`]) {
    expect(await openQuietly(text, [http]).send([base])).toEqual([{ kind: "accepted", providerIds: ["7"] }]);
  }
});
