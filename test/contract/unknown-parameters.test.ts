import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";

import { limits } from "#contract/limits";

import { examples } from "../../scripts/openapi/examples.ts";
import { NEXT_YEAR } from "../support/engine/schedules.ts";
import { startTestService, type Answer, type CallOptions, type TestService } from "../support/service/test-service.ts";
import { webSession } from "../support/people/web-session.ts";

let service: TestService;
/** What a browser adds to a call of one of our pages. */
let ownPage: CallOptions;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  const { people } = service;
  const { id } = (await people.userCalled(service.admin.user))!;
  await people.changeUser(people.operator, id, { password: "correct horse battery" });
  const token = await webSession(people, { login: service.admin.user, password: "correct horse battery" });
  ownPage = { as: null, headers: { cookie: `tidings_session=${token}`, "sec-fetch-site": "same-origin" } };
});
afterAll(() => service.end());

const STRANGER = "zzqq_stranger";
const LENIENT = { headers: { prefer: "handling=lenient" } };
type Route = TestService["routes"][number];

/** The example of a route, without its address. */
function callOf(route: Route): { path: string; fields: Record<string, unknown> } {
  const example = examples[`${route.method} ${route.path}`] ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(example[name]));
  return {
    path,
    fields: Object.fromEntries(Object.entries(example).filter(([name]) => !route.path.includes(`{${name}}`))),
  };
}

function unknownOf(answer: Answer): string[] {
  const details = (answer.body?.data?.details ?? []) as { field: string; code: string }[];
  return details.filter(({ code }) => code === "unknown_parameter").map(({ field }) => field);
}

/** Every place in a schema that holds an object, as a value that leads there and has an unknown name. */
function strangersIn(schema: z.ZodType, path: string): { path: string; value: unknown }[] {
  const def = schema._zod.def as unknown as Record<string, any>;
  const inner = [def["innerType"], def["in"], def["out"], ...(def["options"] ?? [])].filter(Boolean) as z.ZodType[];
  if (def["type"] === "array") {
    return strangersIn(def["element"], `${path}[0]`).map((below) => ({ ...below, value: [below.value] }));
  }
  if (def["type"] !== "object") return inner.flatMap((one) => strangersIn(one, path));
  const below = Object.entries(def["shape"] as Record<string, z.ZodType>).flatMap(([name, child]) =>
    strangersIn(child, `${path}.${name}`).map((deeper) => ({ ...deeper, value: { [name]: deeper.value } })),
  );
  // The names that browsers send grow every year.
  if (def["catchall"]) return below;
  return [{ path: `${path}.${STRANGER}`, value: { [STRANGER]: 1 } }, ...below];
}

test("an unknown name refuses every route, in the body and in the query, and is a warning if that is preferred", async () => {
  expect(service.routes.length).toBeGreaterThan(60);
  for (const route of service.routes) {
    const { path, fields } = callOf(route);
    const name = `${route.method} ${route.path}`;
    const variants: (readonly [string, unknown])[] = [
      [`${path}?${STRANGER}=1`, route.method === "GET" ? undefined : fields],
    ];
    if (route.method !== "GET") variants.push([path, { ...fields, [STRANGER]: 1 }]);
    for (const [target, body] of variants) {
      const answer = await service.call(route.method, target, body, route.access === "session" ? ownPage : {});
      expect([name, answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([
        name,
        400,
        "unknown_parameter",
      ]);
      expect([name, unknownOf(answer)]).toEqual([name, [STRANGER]]);
    }
  }
});

test("lenient handling refuses no route for a name", async () => {
  for (const route of service.routes) {
    const { path, fields } = callOf(route);
    // Calls that end a password or a person needed by later calls come last, or not at all.
    if (route.path.includes("application-passwords") && route.method === "DELETE") continue;
    const target = `${path}?${STRANGER}=1`;
    const answer = await service.call(route.method, target, route.method === "GET" ? undefined : fields, LENIENT);
    expect([`${route.method} ${route.path}`, unknownOf(answer)]).toEqual([`${route.method} ${route.path}`, []]);
    const data = answer.body?.data;
    if (answer.status < 300 && data !== undefined) {
      expect([target, data.warnings?.at(-1)]).toEqual([target, `${STRANGER} is not known here and was ignored.`]);
    }
  }
});

test("so does one inside every object that a parameter may be", async () => {
  const places = service.routes.flatMap((route) =>
    Object.entries(route.input.shape).flatMap(([name, schema]) =>
      strangersIn(schema as z.ZodType, name).map((place) => ({ route, name, ...place })),
    ),
  );
  expect(places.map(({ path }) => path)).toEqual(
    expect.arrayContaining([`repeat.${STRANGER}`, `repeat.interval.${STRANGER}`]),
  );
  for (const { route, name, path: field, value } of places) {
    const { path, fields } = callOf(route);
    const answer =
      route.method === "GET"
        ? await service.call("GET", `${path}?${new URLSearchParams({ [name]: JSON.stringify(value) })}`)
        : await service.call(route.method, path, { ...fields, [name]: value });
    expect([route.path, answer.status, unknownOf(answer)]).toEqual([route.path, 400, [field]]);
  }
});

describe("the nearest known name is suggested", () => {
  const send = { message: "x", numbers: ["+4915112350002"] };
  const day = { value: 1, unit: "day" };
  const calls: readonly (readonly [string, string, unknown, string, string | undefined])[] = [
    ["POST", "/send", { ...send, repeat: { interval: day, endDat: "2027-02-01" } }, "repeat.endDat", "endDate"],
    ["POST", "/send", { ...send, repeat: { interval: { value: 1, unitt: "day" } } }, "repeat.interval.unitt", "unit"],
    ["POST", "/send", { ...send, send_at: "2027-01-01T00:00:00Z" }, "send_at", "schedule"],
    ["POST", "/send", { ...send, scheduled_at: "2027-01-01T00:00:00Z" }, "scheduled_at", "schedule"],
    ["POST", "/send", { ...send, user_ids: [1] }, "user_ids", "users"],
    ["POST", "/send", { ...send, dry_run: true }, "dry_run", undefined],
    ["POST", "/send", { to: "+4915112350002", message: "x" }, "to", "numbers"],
    ["POST", "/otp", { to: "+4915112350002" }, "to", "number"],
    ["POST", "/otp", { number: "+4915112350002", ttl: 60 }, "ttl", "expires_in"],
    ["POST", "/otp/check", { number: "+4915112350002", token: "123456" }, "token", "code"],
    ["POST", "/suppressions", { phone: "+4915112350002", reason: "asked" }, "phone", "number"],
    ["POST", "/send", { ...send, from: "Shop" }, "from", "sender"],
    ["POST", "/send", { numbers: send.numbers, text: "x" }, "text", "message"],
    ["POST", "/send", { ...send, groupIds: [1] }, "groupIds", "group_ids"],
    ["POST", "/newsletter/unsubscribe", { mobile: "+4915112350002", groups: [2] }, "groups", "group_ids"],
    ["POST", "/newsletter/unsubscribe", { mobile: "+4915112350002", groupid: 2 }, "groupid", "group_id"],
    ["PATCH", "/subscribers/1", { group_id: 2 }, "group_id", "group_ids"],
    ["PATCH", "/subscribers/1", { mobile: "+4915112350002" }, "mobile", undefined],
    ["GET", "/subscribers?status=left", undefined, "status", "state"],
    ["GET", "/messages?page=2", undefined, "page", "cursor"],
    ["GET", "/messages?limit=2", undefined, "limit", "per_page"],
    ["GET", "/outbox?statuses=failed", undefined, "statuses", "status"],
  ];
  test.each(calls)("%s %s %j", async (method, path, body, field, meant) => {
    const answer = await service.call(method, path, body);
    expect([answer.status, answer.body.code]).toEqual([400, "unknown_parameter"]);
    const [detail] = answer.body.data.details;
    expect([detail.field, detail.code, detail.did_you_mean]).toEqual([field, "unknown_parameter", meant]);
    expect(answer.body.message).toMatch(
      meant === undefined ? /is not known here: / : /is not known here; did you mean /,
    );
  });
});

test("what a site adds to every call is ignored, and only at the top level", async () => {
  const target = "/groups?rest_route=%2Fsvc%2Fv1%2Fgroups&_locale=user&_wpnonce=1";
  expect((await service.call("GET", target)).status).toBe(200);
  const inside = await service.call("POST", "/send", { message: "x", numbers: ["+4915112350002"], repeat: { _x: 1 } });
  expect(unknownOf(inside)).toEqual(["repeat._x"]);
});

test("names of custom fields are free", async () => {
  const fields = { to: "x", [STRANGER]: 1, constructor: "y" };
  const answer = await service.call("POST", "/newsletter", {
    name: "N",
    mobile: "+4915112350077",
    custom_fields: fields,
  });
  expect([answer.status, unknownOf(answer)]).toEqual([200, []]);
});

test("all issues are reported beside the names, whatever rule the rest of the call breaks", async () => {
  const conflict = {
    message: "x",
    recipients: "users",
    users: [1],
    numbers: ["+4915112350002"],
    [STRANGER]: 1,
    valid_for: 0,
  };
  const answer = await service.call("POST", "/send", conflict);
  expect([answer.status, answer.body.code]).toEqual([400, "unknown_parameter"]);
  expect(answer.body.data.details.map(({ field }: { field: string }) => field)).toEqual([STRANGER, "valid_for"]);
});

test("another value for a path parameter is refused, the same one is not", async () => {
  const role = await service.call("PATCH", "/roles/editor", { name: "chief", label: "Chief" });
  expect([role.status, role.body.data.params]).toEqual([400, { name: "is already in the path, with another value" }]);
  const group = await service.call("PATCH", "/groups/1", { id: 1, name: "First" });
  expect(group.status).toBe(200);
  expect((await service.call("DELETE", "/groups/1?id=2")).status).toBe(400);
});

describe("null", () => {
  const send = { message: "x", numbers: ["+4915112350002"] };
  const refused: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
    ["POST", "/send", { ...send, schedule: null }, "schedule"],
    ["POST", "/send", { ...send, repeat: null }, "repeat"],
    ["POST", "/send", { ...send, flash: null }, "flash"],
    ["POST", "/newsletter/unsubscribe", { mobile: "+4915112350002", group_id: null }, "group_id"],
    ["POST", "/newsletter/unsubscribe", { mobile: "+4915112350002", group_ids: null }, "group_ids"],
    ["POST", "/newsletter/verify", { mobile: "+4915112350002", activation: "123456", group_id: null }, "group_id"],
    ["DELETE", "/webhook", { webhook_url: "https://example.com/h", type: null }, "type"],
  ];
  test.each(refused)(
    "%s %s %j is refused: absence would make it do more, or sooner",
    async (method, path, body, field) => {
      const answer = await service.call(method, path, body);
      expect([answer.status, answer.body.data.details]).toEqual([
        400,
        [{ field, code: "wrong_type", message: "must not be null: leave it out, or give a value" }],
      ]);
    },
  );

  test("inside an object, and for what means the same when absent, is no error", async () => {
    const person = { name: "N", mobile: "+4915112350078", custom_fields: { a: "b", x: null }, group_id: null };
    const made = await service.call("POST", "/newsletter", person);
    expect([made.status, made.body.data.subscriber.custom_fields]).toEqual([200, { a: "b" }]);
    const repeat = { interval: { value: 1, unit: "day" }, endDate: null, end_date: null };
    const later = await service.call("POST", "/send", { ...send, schedule: `${NEXT_YEAR}-06-01T12:00:00`, repeat });
    expect(later.body.code).toBe("addon_required");
  });
});

describe("a name that appears twice in a form or a query", () => {
  const form = (raw: string, path = "/send") =>
    service.call("POST", path, undefined, { raw, headers: { "content-type": "application/x-www-form-urlencoded" } });

  test("is a list of both", async () => {
    const answer = await form("message=x&numbers=%2B4915112350002&numbers=%2B4915112350003");
    expect([answer.status, answer.body.data.recipients]).toMatchObject([200, { accepted: 2 }]);
    const mixed = await form("message=x&numbers=%2B4915112350002&numbers[]=%2B4915112350003&numbers=%2B4915112350004");
    expect([mixed.status, mixed.body.data.recipients]).toMatchObject([200, { accepted: 3 }]);
    const query = await service.call("POST", "/send?numbers=%2B4915112350002&numbers=%2B4915112350003", {
      message: "x",
    });
    expect([query.status, query.body.data.recipients]).toMatchObject([200, { accepted: 2 }]);
    const second = await service.call("POST", "/groups", { name: "Second" });
    await form(
      `name=N&mobile=%2B4915112350079&group_id=1&group_id=${second.body.data.id}&double_opt_in=0`,
      "/newsletter",
    );
    const left = await form(
      `mobile=%2B4915112350079&group_id=1&group_id=${second.body.data.id}`,
      "/newsletter/unsubscribe",
    );
    expect(left.body.data.groups_left).toHaveLength(2);
  });

  test.each([
    ["message=a&message=b&numbers=%2B4915112350002", "message"],
    ["message=a&numbers=%2B4915112350002&flash=0&flash=1", "flash"],
    ["message=a&numbers=%2B4915112350002&category=otp&category=marketing", "category"],
    ["message=a&numbers=%2B4915112350002&valid_for=60&valid_for=90", "valid_for"],
    [
      `message=a&numbers=%2B4915112350002&schedule=${NEXT_YEAR}-06-01T12:00:00&schedule=${NEXT_YEAR}-07-01T12:00:00`,
      "schedule",
    ],
    ["message=a&numbers=%2B4915112350002&sender=A&sender=B", "sender"],
    [
      `message=a&numbers=%2B4915112350002&schedule=${NEXT_YEAR}-06-01T12:00:00&repeat[interval][value]=1&repeat[interval][unit]=day&repeat[interval][unit]=week`,
      "repeat.interval.unit",
    ],
  ])("is refused if one value is expected: %s", async (raw, field) => {
    const answer = await form(raw);
    expect([answer.status, answer.body.data.params]).toEqual([400, { [field]: "accepts one value, not several" }]);
  });
});

test("a flood of issues is listed in part, with the count of the rest", async () => {
  const numbers = Array.from({ length: 5_000 }, () => "abc");
  const answer = await service.call("POST", "/send", { message: "x", numbers });
  expect([answer.body.data.details.length, answer.body.data.more_details]).toEqual([limits.issuesListed, 4_900]);
  expect(Object.keys(answer.body.data.params)).toHaveLength(limits.issuesListed);
  expect(answer.body.message).toBe("numbers[0] is not a phone number. 4999 more parameters are invalid.");
  const problem = await service.call(
    "POST",
    "/send",
    { message: "x", numbers },
    { headers: { accept: "application/problem+json" } },
  );
  expect([problem.body.errors.length, problem.body.more_details]).toEqual([limits.issuesListed, 4_900]);
});
