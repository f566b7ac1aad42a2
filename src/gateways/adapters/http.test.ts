import { expect, test } from "vitest";

import { quietTools, smsTo } from "../../../test/conformance/gateways/kit/base.ts";

import { compileBody } from "./http/body.ts";
import { compileFinder, answered } from "./http/find.ts";
import { http } from "./http.ts";
import { prepareGateways } from "../open.ts";

const base = 'http://u:pa55word@h/?id=/id&body={"t":"{text}"}';
const issues = (text: string): string => {
  const result = prepareGateways(text, [http]);
  return result.ok ? "" : result.issues.join("; ");
};

test.each([
  ['http://u:p@h/?body={"t":"{text}"}', "ok is missing: set `ok` or `id`"],
  ["http://u:p@h/?id=/id", "body is missing"],
  ["http://default?id=/id&body={}", "host is missing"],
  ['http://h/?id=/id&body={"t":{text}}', "body is not JSON: every placeholder must be inside quotes"],
  ['http://h/?id=/id&body={"t":"{txt}"}', "body has {txt}, which is none of to, to_digits"],
  ['http://h/?id=/id&body={"t":"x{to:number}"}', "which must be a whole JSON value"],
  ["http://h/?id=/id&type=form&body=to", "body has a field without `=`"],
  ["http://h/?id=/id&type=form&body=to=%25zz", "body has a % that is not followed"],
  ["http://h/?id=/id&type=form&method=GET&body=a=b", "type must be query with GET"],
  [`${base}&header=Nonsense`, "header is not in the form `Name: value`"],
  [`${base}&header=X:%20é`, "header is not in the form `Name: value` in ASCII"],
  [`${base}&header=X:%20a%0d%0aY:%20b`, "header contains a control character"],
  [`${base}&header=Host:%20evil`, "header names a header of the connection"],
  [`${base}&ok=status`, "ok is neither a pointer"],
  [`${base}&code=~%28`, "code is not a regular expression"],
  [`${base}&signature=X-S`, "`signature` go together"],
  ['http://h/?id=/id&body={"t":"a"}&auth=bearer', "password is missing"],
  ['http://h/{text}?id=/id&body={"t":"a"}', "path has {text}, which is none of username, password"],
  [`${base}&balance=/b&balance_body={"t":"{text}"}`, "balance_body has {text}"],
  [`${base}&auth=digest`, "auth Invalid option"],
])("%s is refused: %s", (text, sentence) => {
  expect(issues(text)).toContain(sentence);
  expect(issues(text)).not.toContain("pa55word");
});

const HOSTILE = [
  '"},"admin":true,"x":{"y":"',
  "\\",
  "{text}",
  "a&b=c#d%00+e",
  "\r\n\r\nGET / HTTP/1.1",
  "</a><b>",
  "\u2028😀\ud800",
  "__proto__",
  "$&$1",
];

test.each(HOSTILE)("a JSON template reproduces exactly %j, in one field", (text) => {
  const body = compileBody("json", '{"a":"{text}","b":["x {text} y"],"__proto__":"{ref}","c":1}')({ text, ref: text });
  const read = JSON.parse(body) as Record<string, unknown>;
  expect(Object.keys(read)).toEqual(["a", "b", "__proto__", "c"]);
  expect([read["a"], read["b"]]).toEqual([text, [`x ${text} y`]]);
});

test.each(HOSTILE)("a form template reproduces exactly %j, in one field", (text) => {
  const body = compileBody("form", "a={text}&b=x {text}&c=1")({ text });
  expect([...new URLSearchParams(body)]).toEqual([
    ["a", text.toWellFormed()],
    ["b", `x ${text.toWellFormed()}`],
    ["c", "1"],
  ]);
});

test.each(HOSTILE)("an XML template keeps %j inside its element", (text) => {
  const body = compileBody("xml", '<a b="{text}">{text}</a>')({ text });
  expect(body).toMatch(/^<a b="[^<>"]*">[^<>]*<\/a>$/);
  expect(body.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
});

test("a field that is one absent part is omitted, one inside other text is empty", () => {
  const values = { to: "+1", from: undefined, media: undefined, flash: "0" };
  expect(compileBody("form", "to={to}&from={from}&m={media}&f={flash?0:}&w=x{from}")(values)).toBe("to=%2B1&w=x");
  expect(compileBody("json", '{"to":["{to}"],"from":"{from}","m":"{media:list}","l":["{from}"]}')(values)).toBe(
    '{"to":["+1"],"l":[]}',
  );
});

test("a list makes one field per entry in a form and an array in JSON", () => {
  const values = { media: ["u1", "u2"] };
  expect(compileBody("form", "m={media}")(values)).toBe("m=u1&m=u2");
  expect(compileBody("json", '{"m":"{media:list}","n":"{media}"}')(values)).toBe('{"m":["u1","u2"],"n":"u1 u2"}');
});

test("a number too long for JSON stays text, and so stays the same number", () => {
  const write = compileBody("json", '{"n":"{to_digits:number}"}');
  expect(write({ to_digits: "447400123456" })).toBe('{"n":447400123456}');
  expect(write({ to_digits: "9999999999999999" })).toBe('{"n":"9999999999999999"}');
});

test("a pointer finds only what the response itself contains", () => {
  const find = (finder: string, body: string) => compileFinder(finder)(answered(body));
  expect(find("/a~1b/~0", '{"a/b":{"~":1}}')).toEqual(["1"]);
  expect(find("/m/*/id", '{"m":[{"id":1},{},{"id":"x"},null]}')).toEqual(["1", "x"]);
  for (const inherited of ["/constructor/name", "/__proto__", "/length", "/toString"])
    expect(find(inherited, "{}")).toEqual([]);
  expect(find("/a", '{"a":null}')).toEqual([]);
  expect(find("/a", '{"a":{"b":1}}')).toEqual([]);
  expect(find("~x(y)?", "xy x")).toEqual(["y", "x"]);
});

test("credentials are sent once: a template that contains the password switches Basic off", async () => {
  const seen: { headers: Record<string, string>; url: string }[] = [];
  const fetcher = (async (url: string, init: { headers: Record<string, string> }) => {
    seen.push({ url, headers: init.headers });
    return new Response('{"id":1}');
  }) as unknown as typeof fetch;
  const tools = quietTools({ fetch: fetcher });
  for (const query of [
    'id=/id&body={"k":"{password}"}',
    'id=/id&body={"k":"{text}"}',
    "id=/id&type=query&method=GET&body=k={text}",
  ]) {
    const result = prepareGateways(`https://u:p%20w@h/a/{username}?${query}`, [http]);
    if (!result.ok) throw new Error(result.issues.join());
    await result.gateways[0]!.open(tools).send([smsTo("+447400123456", { ref: "r", text: "a" })]);
  }
  expect(seen.map(({ headers }) => "authorization" in headers)).toEqual([false, true, true]);
  expect(seen.map(({ url }) => url)).toEqual(["https://h/a/u", "https://h/a/u", "https://h/a/u?k=a"]);
});

test("a text that is not allowed in a header is rejected before the wire, and alone", async () => {
  const fetcher = (async () => new Response('{"id":1}')) as unknown as typeof fetch;
  const result = prepareGateways(`${base}&header=X-Text:%20{text}`, [http]);
  if (!result.ok) throw new Error(result.issues.join());
  const gateway = result.gateways[0]!.open(quietTools({ fetch: fetcher }));
  const sms = (text: string) => smsTo("+447400123456", { text });
  const outcomes = await gateway.send([sms("good"), sms("a\r\nX-Evil: 1"), sms("é"), sms("good")]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "rejected", "rejected", "accepted"]);
});

test.each([
  ["type=form&method=POST&body=", "n=%7Bto%5Fnational%7D&t=%7Btext_hex%7D&o=%7Bnonce%7D&i={time_iso}"],
  ["body=", String.raw`{"n":"\u007bto\u005fnational}","t":"{text_hex}","o":"\u007bnonce}","i":"{time_iso}"}`],
])(
  "a value is computed for every template that names it, however its braces are written: %s%s",
  async (query, body) => {
    const sent: string[] = [];
    const fetcher = (async (_url: string, init: { body: string }) => {
      sent.push(init.body);
      return new Response('{"id":1}');
    }) as unknown as typeof fetch;
    const result = prepareGateways(`http://h/?id=/id&${query}${encodeURIComponent(body)}`, [http]);
    if (!result.ok) throw new Error(result.issues.join());
    await result.gateways[0]!.open(quietTools({ fetch: fetcher })).send([smsTo("+447400123456", { text: "a" })]);
    const fields = query.includes("form")
      ? Object.fromEntries(new URLSearchParams(sent[0]))
      : (JSON.parse(sent[0]!) as Record<string, string>);
    expect(fields).toEqual({
      n: "7400123456",
      t: "0061",
      o: expect.stringMatching(/^[0-9a-f]{32}$/),
      i: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  },
);
