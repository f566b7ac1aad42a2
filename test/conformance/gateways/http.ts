import { createHmac } from "node:crypto";

import type { GatewayCase } from "./kit/case.ts";
import { json, recipe, SECRET, text } from "./http/kit.ts";
import { netgsm, semaphore, solapi } from "./http/signed-and-shared.ts";
import { byState } from "./kit/says.ts";

const RECEIPTS = "https://sms.example.org/receipts/main?t=abc";
const TEXT = `Grüße {from} "&to=+1555\r\n<b>€`;

const plain = (query: string) => (host: string) => `http://USER:${SECRET}@${host}/v1/send?timeout=0.4&${query}`;
const call = (query: Record<string, string>, body = "", headers: Record<string, string> = {}) => ({
  method: body ? "POST" : "GET",
  url: `${RECEIPTS}&${new URLSearchParams(query).toString()}`,
  query: { t: "abc", ...query },
  headers,
  body,
});

const kannel: GatewayCase = {
  title: "http for Kannel",
  dsn: recipe("Kannel (sendsms)"),
  secrets: [SECRET],
  sms: { text: TEXT, encoding: "ucs2", flash: true, validFor: 610, receiptUrl: RECEIPTS },
  request: {
    method: "GET",
    path: "/cgi-bin/sendsms",
    fields: [
      ["username", "USER"],
      ["password", SECRET],
      ["from", "13013"],
      ["to", "+447400123456"],
      ["text", TEXT],
      ["charset", "UTF-8"],
      ["coding", "2"],
      ["mclass", "0"],
      ["validity", "10"],
      ["dlr-mask", "27"],
      ["dlr-url", `${RECEIPTS}&ref=ref-1&state=%d&smsc_id=%F`],
    ],
  },
  accepted: { reply: text(202, "0: Accepted for delivery"), outcome: { kind: "accepted", providerIds: [] } },
  source: "measured",
  replies: [
    { name: "queued for later", reply: text(202, "3: Queued for later delivery"), outcome: { kind: "accepted" } },
    {
      name: "a wrong password",
      reply: text(403, "Authorization failed for sendsms"),
      outcome: { kind: "stop", reason: "Authorization failed for sendsms" },
    },
    {
      name: "a missing receiver",
      reply: text(400, "Missing receiver number, rejected"),
      outcome: { kind: "rejected" },
    },
    {
      name: "a number that no link may send to, under the status of a wrong password",
      source: "library",
      reply: text(403, "Not routable. Do not try again."),
      outcome: { kind: "rejected", code: "Not routable" },
    },
    { name: "a temporal failure", reply: text(503, "Temporal failure, try again later."), outcome: { kind: "later" } },
  ],
  calls: [
    ...byState({ sent: ["8"], delivered: ["1"], undelivered: ["2"], failed: ["16"] }, (mask, state) => ({
      name: `a receipt of kind ${mask}`,
      call: call({ ref: "ref-1", state: mask, smsc_id: "77" }),
      events: { receipts: [{ providerId: "77", ref: "ref-1", state }], inbound: [] },
    })),
    { name: "a receipt of kind 4", call: call({ ref: "ref-1", state: "4" }), events: { receipts: [], inbound: [] } },
    {
      name: "an incoming text",
      call: call({ from: "+447400123456", to: "13013", text: "STOP", id: "u-1" }),
      events: {
        receipts: [],
        inbound: [{ providerId: "u-1", from: "+447400123456", to: "13013", text: "STOP", media: [] }],
      },
    },
  ],
};

const elks: GatewayCase = {
  title: "http for 46elks",
  dsn: recipe("46elks"),
  secrets: [SECRET, Buffer.from(`USER:${SECRET}`).toString("base64")],
  sms: { text: TEXT, receiptUrl: RECEIPTS },
  request: {
    method: "POST",
    path: "/a1/sms",
    headers: {
      authorization: `Basic ${Buffer.from(`USER:${SECRET}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    fields: [
      ["from", "ACME"],
      ["to", "+447400123456"],
      ["message", TEXT],
      ["whendelivered", `${RECEIPTS}&ref=ref-1`],
    ],
  },
  accepted: {
    reply: json(200, { id: "s70df59406a1b4643b96f3f91e0bfb7b0", status: "created", parts: 2, cost: 7000 }),
    outcome: { kind: "accepted", providerIds: ["s70df59406a1b4643b96f3f91e0bfb7b0"], segments: 2 },
  },
  source: "measured",
  replies: [
    {
      name: "a bad number",
      reply: text(400, 'Invalid "to" number'),
      outcome: { kind: "rejected", reason: 'Invalid "to" number' },
    },
    { name: "no credit", reply: text(403, "Not enough credits"), outcome: { kind: "stop" } },
  ],
  credit: {
    path: "/a1/me",
    reply: json(200, { id: "u1", currency: "EUR", balance: 9_950 }),
    reading: { amount: "0.9950", unit: "EUR", currency: "EUR" },
  },
  calls: [
    {
      name: "a receipt in a form",
      call: call({ ref: "ref-1" }, "id=s70&status=delivered&delivered=2026-11-20T10%3A00%3A00", {
        "content-type": "application/x-www-form-urlencoded",
      }),
      events: {
        receipts: [{ providerId: "s70", ref: "ref-1", state: "delivered" }],
        reply: { status: 200, body: "", contentType: "text/plain; charset=utf-8" },
      },
    },
  ],
};

const textlocal: GatewayCase = {
  title: "http for Textlocal",
  dsn: recipe("Textlocal"),
  secrets: [SECRET],
  sms: { text: TEXT, encoding: "ucs2", receiptUrl: RECEIPTS },
  request: {
    method: "POST",
    path: "/send/",
    fields: [
      ["apikey", SECRET],
      ["numbers", "447400123456"],
      ["sender", "ACME"],
      ["message", TEXT],
      ["custom", "ref-1"],
      ["receipt_url", `${RECEIPTS}&ref=ref-1`],
      ["unicode", "1"],
    ],
  },
  accepted: {
    reply: json(200, {
      status: "success",
      message: { num_parts: 3 },
      messages: [{ id: 1151346216, recipient: 447400123456 }],
    }),
    outcome: { kind: "accepted", providerIds: ["1151346216"], segments: 3 },
  },
  source: "measured",
  replies: [
    ...(
      [
        [7, "stop"],
        [3, "stop"],
        [32, "rejected"],
        [51, "rejected"],
        [192, "later"],
        [9999, "rejected"],
      ] as const
    ).map(([code, kind]) => ({
      name: `a failure ${code} under 200`,
      reply: json(200, { status: "failure", errors: [{ code, message: "Number 447400123456 is bad" }] }),
      outcome: { kind, code: String(code), reason: "Number … is bad" },
    })),
    {
      name: "a failure without a code",
      reply: json(200, { status: "failure" }),
      outcome: { kind: "rejected", code: "http_200" },
    },
  ],
  credit: {
    method: "POST",
    path: "/balance/",
    reply: json(200, { balance: { sms: 120, mms: 60 }, status: "success" }),
    reading: { amount: "120", unit: "messages", currency: null },
  },
  calls: [
    {
      name: "a receipt by our reference",
      call: call({}, "number=447400123456&status=D&customID=ref-1", {
        "content-type": "application/x-www-form-urlencoded",
      }),
      events: { receipts: [{ ref: "ref-1", phone: "447400123456", state: "delivered" }] },
    },
  ],
};

const jasmin: GatewayCase = {
  title: "http for Jasmin",
  dsn: recipe("Jasmin"),
  secrets: [SECRET],
  sms: { text: "Ж€", encoding: "ucs2" },
  request: {
    method: "POST",
    path: "/send",
    fields: [
      ["username", "USER"],
      ["password", SECRET],
      ["to", "447400123456"],
      ["from", "ACME"],
      ["coding", "8"],
      ["hex-content", "041620ac"],
      ["dlr", "no"],
    ],
  },
  accepted: {
    reply: text(200, 'Success "07033084-5cfd-4812-90a4-e4d24ffb6e3d"'),
    outcome: { kind: "accepted", providerIds: ["07033084-5cfd-4812-90a4-e4d24ffb6e3d"] },
  },
  source: "measured",
  replies: [
    {
      name: "links that are all down",
      source: "library",
      reply: text(412, 'Error "Failover route has no bound connectors"'),
      outcome: { kind: "later", code: "Failover" },
    },
    { name: "no route", reply: text(412, 'Error "No route found"'), outcome: { kind: "rejected", code: "http_412" } },
  ],
  credit: {
    path: "/balance",
    reply: json(200, { balance: 100.5, sms_count: "ND" }),
    reading: { amount: "100.5", unit: "messages", currency: null },
  },
  calls: [
    {
      name: "a receipt of level 2",
      call: call({ ref: "ref-1" }, "id=0703&message_status=DELIVRD&level=3", {
        "content-type": "application/x-www-form-urlencoded",
      }),
      events: {
        receipts: [{ providerId: "0703", ref: "ref-1", state: "delivered" }],
        reply: { status: 200, body: "ACK/Jasmin", contentType: "text/plain; charset=utf-8" },
      },
    },
  ],
};

const LEVELS =
  'body={"to":["{to}"],"msisdn":"{to_digits:number}","text":"{text}","flash":"{flash:boolean}","media":"{media:list}","from":"{from}","ttl":"{valid_for:number}","n":{"r":"id-{ref}"}}';
const body = JSON.stringify({
  to: ["+447400123456"],
  msisdn: 447_400_123_456,
  text: TEXT,
  flash: false,
  media: ["https://example.org/a.png"],
  n: { r: "id-ref-1" },
});
const signed =
  '{"events":[{"id":"a","st":"ok","ref":"ref-1"},{"id":"b","st":"bad","ref":"ref-2"},{"id":"c","st":"new"},{"src":"+447400123456","msg":"hi"}]}';

const jsonApi: GatewayCase = {
  title: "http for a JSON API with signatures both ways",
  dsn: plain(
    `${LEVELS}&auth=hmac&auth_header=X-Sign&header=X-Ref:%20{ref}&header=X-Key:%20{username}&id=/messages/*/id&code=/error/code&reason=/error/text` +
      "&rejected=7&opted_out=8&later=9&throttled=10&stop=11,http_409&dedup=yes" +
      `&receipt_list=/events&receipt_state=st&receipt_id=id&receipt_delivered=ok&receipt_failed=bad&signature=X-Their-Sign&signature_secret=${SECRET}2` +
      "&inbound_from=src&inbound_text=msg&inbound_time=when&inbound_to=dst",
  ),
  secrets: [SECRET, `${SECRET}2`],
  sms: { text: TEXT, media: ["https://example.org/a.png"] },
  request: {
    method: "POST",
    path: "/v1/send",
    headers: {
      "x-sign": createHmac("sha256", SECRET).update(body).digest("hex"),
      "x-ref": "ref-1",
      "x-key": "USER",
      "content-type": "application/json",
    },
    body,
  },
  accepted: {
    reply: json(200, { messages: [{ id: "a" }, { id: 2 }] }),
    outcome: { kind: "accepted", providerIds: ["a", "2"] },
  },
  source: "measured",
  replies: [
    {
      name: "never",
      reply: json(422, { error: { code: 7, text: "no" } }),
      outcome: { kind: "rejected", code: "7", reason: "no" },
    },
    {
      name: "opted out under 200",
      reply: json(200, { error: { code: "8" } }),
      outcome: { kind: "rejected", optedOut: true },
    },
    { name: "later under 500", reply: json(500, { error: { code: 9 } }), outcome: { kind: "later", code: "9" } },
    { name: "too fast", reply: json(400, { error: { code: 10 } }), outcome: { kind: "later", throttled: true } },
    { name: "account", reply: json(400, { error: { code: 11 } }), outcome: { kind: "stop" } },
    { name: "a status in a table", reply: json(409, {}), outcome: { kind: "stop", code: "http_409" } },
    { name: "an unknown code under 200", reply: json(200, { error: { code: 12 } }), outcome: { kind: "unknown" } },
    { name: "an inherited property", reply: json(200, []), outcome: { kind: "unknown" } },
  ],
  calls: [
    {
      name: "a signed list of receipts and texts",
      call: call({}, signed, {
        "x-their-sign": `sha256=${createHmac("sha256", `${SECRET}2`).update(signed).digest("hex")}`,
      }),
      events: {
        receipts: [
          { providerId: "a", ref: "ref-1", state: "delivered" },
          { providerId: "b", ref: "ref-2", state: "failed" },
        ],
        inbound: [{ from: "+447400123456", to: "", text: "hi", media: [] }],
      },
    },
    {
      name: "a signed call to which somebody added fields in the address, and no time but the body's",
      call: call(
        { st: "ok", id: "other", src: "+15005550009", msg: "STOP", dst: "forged", ref: "ref-1" },
        '{"events":[{"src":"+447400123456","msg":"hi","when":"10:00"},{"id":"a","st":"ok"}]}',
        {
          "x-their-sign": createHmac("sha256", `${SECRET}2`)
            .update('{"events":[{"src":"+447400123456","msg":"hi","when":"10:00"},{"id":"a","st":"ok"}]}')
            .digest("hex"),
        },
      ),
      events: {
        receipts: [{ providerId: "a", ref: "ref-1", state: "delivered" }],
        inbound: [{ from: "+447400123456", to: "", text: "hi", media: [], at: "10:00" }],
      },
    },
    {
      name: "a list with a wrong signature",
      call: call({}, signed, { "X-Their-Sign": "00" }),
      events: { forged: true },
    },
    { name: "a list without a signature", call: call({}, signed), events: { forged: true } },
  ],
};

const xml: GatewayCase = {
  title: "http for an XML API with a bearer token",
  dsn: plain(
    `type=xml&auth=bearer&body=<sms%20to="{to}">{text}</sms>&ok=~<code>%28\\d+%29</code>&ok_value=0&code=~<code>%28\\d+%29</code>&id=~<id>%28.*?%29</id>`,
  ),
  secrets: [SECRET],
  sms: { text: "]]></sms><sms to='+1'>&amp;\u0007\"" },
  request: {
    method: "POST",
    path: "/v1/send",
    headers: { authorization: `Bearer ${SECRET}`, "content-type": /^text\/xml/ },
    body: '<sms to="+447400123456">]]&gt;&lt;/sms&gt;&lt;sms to=&apos;+1&apos;&gt;&amp;amp;&quot;</sms>',
  },
  accepted: {
    reply: text(200, "<r><code>0</code><id>x1</id></r>"),
    outcome: { kind: "accepted", providerIds: ["x1"] },
  },
  source: "measured",
  replies: [
    { name: "another code", reply: text(200, "<r><code>5</code></r>"), outcome: { kind: "rejected", code: "5" } },
  ],
};

export const cases: readonly GatewayCase[] = [kannel, elks, textlocal, jasmin, jsonApi, xml, netgsm, semaphore, solapi];
