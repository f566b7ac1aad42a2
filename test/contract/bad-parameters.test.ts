import { afterAll, beforeAll, expect, test } from "vitest";

import { limits } from "#contract/limits";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const subscriber = { name: "N", mobile: "+4915112350001" };
const many = (count: number, entry: (index: number) => readonly [string, unknown]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));

test("a flood of unknown names is refused at once, whatever the call does, and the response stays small", async () => {
  const flood = many(15_000, (index) => [`zzqq${index}`, 1]);
  for (const [path, more, headers] of [
    ["/newsletter", subscriber, {}],
    ["/newsletter", subscriber, { prefer: "handling=lenient" }],
    ["/send", { message: "x", numbers: ["+4915112350002"] }, {}],
  ] as const) {
    const answer = await service.call("POST", path, { ...more, ...flood }, { headers });
    expect([path, answer.status, answer.body.code]).toEqual([path, 400, "unknown_parameter"]);
    expect(answer.body.data.more_details).toBe(15_000 - limits.issuesListed);
    expect(JSON.stringify(answer.body).length).toBeLessThan(50_000);
  }
  const some = many(limits.unknownParameters, (index) => [`zzqq${index}`, 1]);
  const headers = { prefer: "handling=lenient" };
  const answer = await service.call("POST", "/newsletter", { ...subscriber, ...some }, { headers });
  expect([answer.status, answer.body.data.warnings.length]).toEqual([200, limits.unknownParameters]);
});

test("a misspelled name is reported among a hundred unrelated ones", async () => {
  const some = many(limits.unknownParameters - 1, (index) => [`zzqq${index}`, 1]);
  const answer = await service.call("POST", "/send", {
    message: "x",
    users: [1],
    ...some,
    nummbers: ["+4915112350002"],
  });
  expect([answer.status, answer.body.code]).toEqual([400, "unknown_parameter"]);
  expect(answer.body.data.params["nummbers"]).toBe("is not known here; did you mean numbers?");
});

test("a parameter under the name other services use is reported with its name here, if that is free", async () => {
  const call = (fields: Record<string, unknown>) => service.call("POST", "/send", fields);
  const twilio = await call({ to: "+4915112350002", body: "x" });
  expect([twilio.status, twilio.body.code]).toEqual([400, "unknown_parameter"]);
  expect(twilio.body.message).toBe("to is not known here; did you mean numbers? 3 more parameters are invalid.");
  // Beside the parameter itself it is one more unknown name.
  const both = await call({ to: "+4915112350002", numbers: ["+4915112350002"], message: "x", constructor: 1 });
  expect(both.body.data.params).toEqual({ to: "is not known here", constructor: "is not known here" });
});

test("too many custom fields are one error, and invalid ones are named", async () => {
  const flood = many(15_000, (index) => [`k${index}`, []]);
  const answer = await service.call("POST", "/newsletter", { ...subscriber, custom_fields: flood });
  expect([answer.status, answer.body.data?.details]).toMatchObject([
    400,
    [{ field: "custom_fields", code: "too_many", message: `must have at most ${limits.customFields} entries` }],
  ]);
  const faulty = await service.call("POST", "/newsletter", { ...subscriber, custom_fields: { a: [], b: "x", c: {} } });
  expect(Object.keys(faulty.body.data.params)).toEqual(["custom_fields.a", "custom_fields.c"]);
});

test("a map with a flood of entries is one error, whatever is in them", async () => {
  const flood = many(15_000, (index) => [`${index}`, {}]);
  for (const [method, path, body, field] of [
    ["PATCH", "/settings", { quiet_hours: { regions: flood } }, "quiet_hours.regions"],
    ["PATCH", "/settings", { one_time_passwords: { texts: flood } }, "one_time_passwords.texts"],
    ["PATCH", "/settings", { newsletter: { welcome_texts: flood } }, "newsletter.welcome_texts"],
    ["POST", "/templates", { name: "N", message: "x", variants: flood }, "variants"],
    ["POST", "/forms/news/page", { version: "1", fields: flood }, "fields"],
    ["POST", "/gateways/test", { kind: "twilio", settings: flood }, "settings"],
    [
      "POST",
      "/send",
      { message: "x", numbers: [{ number: "+4915112350001", variables: flood }] },
      "numbers[0].variables",
    ],
  ] as const) {
    const answer = await service.call(method, path, body);
    const found = answer.body.data.details.filter((one: { field: string }) => one.field.startsWith(field));
    expect([path, answer.status, found], JSON.stringify(answer.body).slice(0, 500)).toMatchObject([
      path,
      400,
      [{ field, code: "too_many" }],
    ]);
  }
});

test("an object of more names than any call needs is refused before they are looked at: 170,000 took a second", async () => {
  const flood = many(limits.callFields, (index) => [`zzqq${index}`, 1]);
  for (const body of [
    { ...subscriber, ...flood, one: 1 },
    { ...subscriber, custom_fields: { ...flood, one: 1 } },
    { ...subscriber, group_id: [{ deep: { ...flood, one: 1 } }] },
  ]) {
    const answer = await service.call("POST", "/newsletter", body);
    expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
    expect(answer.body.message).toContain("20000");
  }
  const most = await service.call("POST", "/newsletter", { ...subscriber, custom_fields: flood });
  expect(most.status).toBe(400);
});

test("a value under __proto__ is refused, not dropped, whatever the map is", async () => {
  const proto: object = JSON.parse('{"__proto__":"x","constructor":"y"}');
  for (const [method, path, body, field] of [
    ["POST", "/newsletter", { ...subscriber, custom_fields: proto }, "custom_fields"],
    ["POST", "/subscribers", { ...subscriber, custom_fields: JSON.stringify(proto) }, "custom_fields"],
    [
      "POST",
      "/send",
      { message: "x", numbers: [{ number: subscriber.mobile, variables: proto }] },
      "numbers[0].variables",
    ],
    ["POST", "/gateways/test", { kind: "twilio", settings: proto }, "settings"],
  ] as const) {
    const answer = await service.call(method, path, body);
    expect([path, answer.status, answer.body.data.params], JSON.stringify(answer.body)).toMatchObject([
      path,
      400,
      { [`${field}.__proto__`]: "is not a possible name" },
    ]);
  }
  const form = await service.call("POST", "/newsletter", undefined, {
    raw: new URLSearchParams({ ...subscriber, "custom_fields[__proto__]": "x" }).toString(),
    headers: FORM,
  });
  expect(form.body.data.params).toEqual({ "custom_fields.__proto__": "is not a possible name" });
});

test("null under a name that every object of JavaScript has is an error of the caller", async () => {
  for (const [path, body] of [
    ["/send", { message: "x", numbers: ["+4915112350001"], repeat: { toString: null, valueOf: null } }],
    ["/newsletter", { ...subscriber, group_id: { constructor: null, hasOwnProperty: null } }],
    ["/newsletter", { ...subscriber, custom_fields: { toString: null, size: {} } }],
  ] as const) {
    const answer = await service.call("POST", path, body);
    expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, 400]);
  }
});

test("an invalid parameter is counted once", async () => {
  const answer = await service.call("POST", "/send", { message: "x", users: ["9999999999999999"] });
  expect(answer.body.data.details).toHaveLength(1);
  expect(answer.body.message).toBe(`users[0] must be at most ${Number.MAX_SAFE_INTEGER}.`);
});

test("a refusal never repeats a password or a code", async () => {
  const password = "canary-pw-1";
  const calls = [
    service.call("POST", "/users", { username: "u", email: "x", name: "n", password }),
    service.call("PATCH", "/users/1", { password }),
    service.call("POST", "/newsletter/verify", { mobile: "+49151", activation: `${password}${"1".repeat(40)}` }),
    service.call("POST", "/webhooks", { url: `https://user:${password}@example.com/`, types: "new_sms" }),
    service.call("POST", "/send", {
      message: "x",
      numbers: ["+4915112350001"],
      media_urls: [`https://u:${password}@x.de`],
    }),
  ];
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain(password);
  }
});

test("a form or query that is not UTF-8 is refused, never repaired into another text", async () => {
  const form = await service.call("POST", "/groups", undefined, { raw: "name=Caf%E9", headers: FORM });
  expect([form.status, form.body.code]).toEqual([400, "invalid_json"]);
  const query = await service.call("GET", "/groups?search=Caf%E9");
  expect([query.status, query.body.code]).toEqual([400, "invalid_json"]);
  const spelled = await service.call("POST", "/groups", undefined, { raw: "name=Caf%C3%A9+%EF%BF%BD", headers: FORM });
  expect([spelled.status, spelled.body.data.name]).toEqual([201, "Café \u{fffd}"]);
});

/** A form of several parts in Latin-1. */
function multipart(...parts: readonly (readonly [name: string, value: string])[]) {
  const text = parts.map(
    ([name, value]) => `--X-X\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`,
  );
  const headers = { "content-type": "multipart/form-data; boundary=X-X" };
  return { raw: Buffer.from(`${text.join("")}--X-X--\r\n`, "latin1"), headers };
}

test("a multipart form that is not UTF-8 is refused, too", async () => {
  const latin = await service.call("POST", "/groups", undefined, multipart(["name", "Caf\u{e9}"]));
  expect([latin.status, latin.body.code, latin.body.message]).toEqual([400, "invalid_json", "The form is not UTF-8."]);
  const spelled = Buffer.from("Caf\u{e9} \u{fffd} 2").toString("latin1");
  const answer = await service.call("POST", "/groups", undefined, multipart(["name", spelled]));
  expect([answer.status, answer.body.data.name]).toEqual([201, "Caf\u{e9} \u{fffd} 2"]);
});

test("a multipart form that cannot be parsed is not said to be JSON, nor one that is cut off", async () => {
  const whole = multipart(["name", "Guests"]);
  for (const broken of [
    { ...whole, headers: { "content-type": "multipart/form-data; boundary=another" } },
    { ...whole, headers: { "content-type": "multipart/form-data" } },
    { ...whole, raw: whole.raw.subarray(0, -12) },
  ]) {
    const headers = { ...broken.headers, accept: "application/problem+json" };
    const answer = await service.call("POST", "/groups", undefined, { ...broken, headers });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_json"]);
    expect([answer.body.title, answer.body.detail]).toEqual([
      "The body could not be parsed.",
      "The multipart form could not be read.",
    ]);
  }
});

test("of two files with one name none is lost: the form is refused", async () => {
  const file = 'file; filename="a.csv"';
  for (const first of [file, "file"]) {
    const form = multipart([first, "phone\r\n+4915112350003"], [file, "phone\r\n+4915112350004"]);
    const answer = await service.call("POST", "/imports", undefined, form);
    expect([answer.status, answer.body.message]).toEqual([400, "file accepts one value, not several."]);
  }
});

test("an empty list is reported in words", async () => {
  const answer = await service.call("POST", "/newsletter", { ...subscriber, group_id: [] });
  expect(answer.body.message).toBe("group_id must not be empty.");
});

test("a file in place of a text is named, not dropped", async () => {
  const raw =
    '--X\r\nContent-Disposition: form-data; name="name"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhi\r\n--X--\r\n';
  const headers = { "content-type": "multipart/form-data; boundary=X" };
  const answer = await service.call("POST", "/groups", undefined, { raw, headers });
  expect([answer.status, answer.body.data.params]).toEqual([400, { name: "must be text" }]);
});

test("a name that a map may not have is refused with what names consist of", async () => {
  const numbers = (variables: object) => [{ number: "+4915112350005", variables }];
  const paramsOf = async (path: string, body: object) => (await service.call("POST", path, body)).body.data.params;
  expect(await paramsOf("/send", { message: "Hi", numbers: numbers({ "fields.city": "Ulm" }) })).toEqual({
    "numbers[0].variables.fields.city": "is not a valid name: it must consist of letters, digits and underscores",
  });
  expect(await paramsOf("/send", { message: "Hi", numbers: numbers({ ["a".repeat(80)]: "Ulm" }) })).toEqual({
    [`numbers[0].variables.${"a".repeat(80)}`]: expect.stringMatching(
      /^is not a valid name: it must have at most \d+ characters$/,
    ),
  });
});
