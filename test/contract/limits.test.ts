import { afterAll, beforeAll, expect, test } from "vitest";

import { limits } from "#contract/limits";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

const TO = { numbers: ["+4915112390001"] };
const list = <T>(count: number, entry: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => entry(index));
const phone = (index: number): string => `+4915${200_000_000 + index}`;
const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

/** What each limit limits: a call at the limit, and the same one step beyond it. */
const cases: readonly (readonly [string, string, (more: 0 | 1) => object])[] = [
  ["numbers", "/send", (more) => ({ message: "x", numbers: list(limits.numbers + more, phone) })],
  ["message", "/send", (more) => ({ ...TO, message: "x".repeat(limits.messageUnits + more) })],
  // 153 septets each, of a character that costs two: the units are far below their own limit.
  ["message", "/send", (more) => ({ ...TO, message: "€".repeat(76 * limits.messageSegments + more) })],
  ["sender", "/send", (more) => ({ ...TO, message: "x", sender: "A".repeat(limits.senderLetters + more) })],
  ["sender", "/send", (more) => ({ ...TO, message: "x", sender: "1".repeat(limits.senderDigits + more) })],
  ["valid_for", "/send", (more) => ({ ...TO, message: "x", valid_for: limits.validForSeconds + more })],
  [
    "category",
    "/send",
    (more) => ({ message: "x", category: "otp", numbers: list(limits.otpRecipients + more, phone) }),
  ],
  ["name", "/groups", (more) => ({ name: "g".repeat(limits.name + more) })],
  ["name", "/newsletter", (more) => ({ mobile: phone(1), name: "n".repeat(limits.name + more) })],
  [
    "name",
    "/users",
    (more) => ({ username: `u${more}`, email: "a@example.test", name: "n".repeat(limits.name + more) }),
  ],
  [
    "custom_fields",
    "/newsletter",
    (more) => ({
      mobile: phone(2),
      name: "n",
      custom_fields: Object.fromEntries(list(limits.customFields + more, (index) => [`k${index}`, "v"])),
    }),
  ],
  [
    "custom_fields",
    "/newsletter",
    (more) => ({ mobile: phone(3), name: "n", custom_fields: { k: "v".repeat(limits.customFieldValue + more) } }),
  ],
  [
    "custom_fields",
    "/newsletter",
    (more) => ({ mobile: phone(4), name: "n", custom_fields: { ["k".repeat(limits.customFieldKey + more)]: "v" } }),
  ],
  ["url", "/webhooks", (more) => ({ types: "new_sms", url: "https://example.com/".padEnd(limits.url + more, "x") })],
];

test.each(cases)("%s of %s is accepted at its limit and refused one step beyond", async (field, path, body) => {
  const at = await service.call("POST", path, body(0));
  expect([at.status < 300, at.body.message]).toEqual([true, at.body.message]);
  const beyond = await service.call("POST", path, body(1));
  expect([beyond.status, beyond.body.code]).toEqual([400, "invalid_parameter"]);
  expect(beyond.body.data.details[0].field).toMatch(new RegExp(`^${field}\\b`));
});

test("media are counted before the gateway's abilities are checked", async () => {
  const media = (count: number) => ({ ...TO, media_urls: list(count, (index) => `https://example.com/${index}.png`) });
  expect((await service.call("POST", "/send", media(limits.media))).status).toBe(200);
  expect((await service.call("POST", "/send", media(limits.media + 1))).body.data.details[0]).toMatchObject({
    field: "media_urls",
    code: "too_many",
  });
});

test("ids are counted, and a body's depth and bytes are measured", async () => {
  for (const name of ["users", "group_ids", "role_ids"]) {
    const answer = await service.call("POST", "/send", {
      message: "x",
      [name]: list(limits.ids + 1, (index) => index + 1),
    });
    expect([name, answer.body.data.details[0].code]).toEqual([name, "too_many"]);
  }
  const deep = (depth: number) => service.call("POST", "/groups", { name: "Deep", _x: nest(depth) });
  expect((await deep(limits.jsonDepth - 1)).status).toBe(201);
  expect((await deep(limits.jsonDepth)).body.code).toBe("invalid_json");
  const wide = (bytes: number) => {
    const raw = JSON.stringify({ name: "", _pad: "" });
    return service.call("POST", "/groups", undefined, {
      raw: raw.replace('"_pad":""', `"_pad":"${"x".repeat(bytes - raw.length)}"`),
    });
  };
  expect((await wide(limits.bodyBytes)).body.code).toBe("invalid_parameter");
  expect((await wide(limits.bodyBytes + 1)).status).toBe(413);
});

test("a page that is too large is limited, and an invalid size is refused", async () => {
  for (const path of ["/outbox", "/groups", "/users", "/customers", "/sandbox/messages"]) {
    const cut = await service.call("GET", `${path}?per_page=${limits.perPage + 1}`);
    expect([path, cut.status, cut.body.data.pagination?.per_page ?? limits.perPage]).toEqual([
      path,
      200,
      limits.perPage,
    ]);
    for (const size of ["0", "-1", "ten", "1.5", "", "1e2", "0x10", "9".repeat(30)]) {
      const answer = await service.call("GET", `${path}?per_page=${size}`);
      expect([path, size, answer.status]).toEqual([path, size, 400]);
    }
  }
});
