import { afterAll, beforeAll, expect, test } from "vitest";

import { runCli } from "../../../src/cli/main.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };
let service: TestService;
beforeAll(async () => (service = await startTestService(key)));
afterAll(() => service.end());

/** A command beside the running service, with its settings. */
async function tidings(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const environment = { ...key, DATABASE_URL: service.url, TIDINGS_GATEWAY: "sandbox://default" };
  const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), environment };
  const code = await runCli(args, io);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("a group is created, filled, sent to and deleted without curl", async () => {
  expect(await tidings("groups", "create", "Guests")).toMatchObject({ code: 0, err: "" });
  const [, guests] = JSON.parse((await tidings("groups", "list", "--json")).out) as { id: number; name: string }[];
  expect(guests).toMatchObject({ name: "Guests" });
  const group = String(guests!.id);
  for (const [phone, name] of [
    ["+12025550101", "Ada"],
    ["+12025550102", "Ben"],
  ] as const) {
    const added = await tidings("subscribers", "add", phone, name, "--group", group, "--consented");
    expect(added, added.err).toMatchObject({ code: 0 });
  }
  const shown = (await tidings("subscribers", "list", "--group", group)).out.split("\n");
  expect(shown[0]).toMatch(/^ID +NAME +MOBILE +STATE +GROUPS +SINCE$/);
  expect(shown.slice(1).toSorted().join("\n")).toMatch(/Ada +\+12025550101 +active +Guests[\s\S]*Ben +\+12025550102/);

  const sent = await tidings("send", "--group", group, "--message", "Doors open at seven.", "--json");
  const { message_id: id } = JSON.parse(sent.out).data;
  await eventually(async () => JSON.parse((await tidings("messages", "show", id, "--json")).out).state === "completed");
  const log = await tidings("outbox", "list", "--message", id);
  expect(log.out.split("\n")).toHaveLength(3);
  expect(log.out).toMatch(/\+12025550101 +(sent|delivered) +\S+ +Doors open at seven\./);
  expect((await tidings("messages", "cancel", id)).code).toBe(1);

  expect(await tidings("groups", "delete", group)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/ Delete it with --force to /),
  });
  expect(await tidings("groups", "delete", group, "--force")).toMatchObject({ code: 0, err: "" });
});

test("a one-time password is sent and checked without curl", async () => {
  expect(await tidings("otp", "send", "+12025550143", "--purpose", "sign-in")).toMatchObject({ code: 0, err: "" });
  const { rows } = await service.pool.query<{ body: string }>(
    "select body from messages join deliveries on message_id = messages.id where phone = '+12025550143'",
  );
  const code = /\d{6}/.exec(rows[0]!.body)![0];
  expect(await tidings("otp", "check", "+12025550143", code)).toMatchObject({ code: 1, out: "" });
  expect((await tidings("otp", "check", "+12025550143", code, "--purpose", "sign-in")).code).toBe(0);
});

test("a list is read page by page up to its limit", async () => {
  const numbers = Array.from({ length: 130 }, (_, n) => `+1202555${String(1000 + n)}`);
  const { status } = await service.call("POST", "/send", { numbers, message: "A long list" });
  expect(status).toBe(200);
  const list = async (limit: string) =>
    JSON.parse(
      (await tidings("outbox", "list", "--search", "A long list", "--limit", limit, "--json")).out,
    ) as unknown[];
  expect(await list("125")).toHaveLength(125);
  expect(await list("1000")).toHaveLength(130);
});

test("a refusal names the flag and not the API parameter", async () => {
  const refused = await tidings("outbox", "list", "--status", "lost");
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/^tidings: --status /);
  const date = await tidings("messages", "list", "--from", "yesterday");
  expect(date.err).toMatch(/^tidings: --from must be a day/);
});

test("a webhook is added with its secret, tested, and removed", async () => {
  const added = await tidings("webhooks", "add", "ftp://hooks.example.com/a", "--type", "message.failed", "--json");
  expect(added.code, added.err).toBe(1);
  expect(added.out).toContain("invalid_url");
  const made = await tidings("webhooks", "add", "https://hooks.example.com/a", "--type", "message.failed", "--json");
  const { id, secret } = JSON.parse(made.out);
  expect(secret).toMatch(/^whsec_/);
  expect((await tidings("webhooks", "disable", id)).code).toBe(0);
  expect((await tidings("webhooks", "list")).out).toMatch(
    /disabled .*https:\/\/hooks\.example\.com\/a +message\.failed/,
  );
  expect((await tidings("webhooks", "deliveries", id)).err).toBe("None.");
  expect((await tidings("webhooks", "delete", id)).code).toBe(0);
  expect((await tidings("webhooks", "list")).err).toBe("None.");
});

test("names from the API cannot control a terminal", async () => {
  await service.call("POST", "/groups", { name: "Red \u001b[31m alert" });
  const { out } = await tidings("groups", "list");
  expect(out).toContain("Red  [31m alert");
});

test("nor do they in JSON, or in a sentence of the API: some terminals obey characters that JSON need not escape", async () => {
  const name = "Blue \u009b31m \u007f \u001b]0;owned\u0007 alert";
  const made = await tidings("groups", "create", name);
  const list = await tidings("groups", "list", "--json");
  const refused = await tidings("groups", "list", name);
  for (const text of [made.out, list.out, refused.err]) {
    expect(text).toContain("Blue \\u009b31m");
    expect(text).not.toMatch(/[\p{Cc}--[\n\t]]/v);
  }
  const names = (JSON.parse(list.out) as { name: string }[]).map((group) => group.name);
  expect(names).toContain(name);
});

test.each([
  ["schedules", "list"],
  ["inbox", "list"],
])("tidings %s %s says when there is none", async (...args) => {
  expect(await tidings(...args)).toEqual({ code: 0, out: "", err: "None." });
});

test("a number is suppressed, found, and lifted with a reason without curl", async () => {
  const phone = "+12025550151";
  expect((await tidings("suppressions", "add", phone)).err).toContain("reason");
  expect(await tidings("suppressions", "add", phone, "--reason", "Fraud")).toMatchObject({ code: 0, err: "" });
  const list = await tidings("suppressions", "list", "--search", "0151");
  expect(list.out).toMatch(/\+12025550151 +block +all +console +\S+ +Fraud/);
  const many = await tidings("suppressions", "import", "+12025550152,+12025550153", "--reason", "Old list", "--wish");
  expect(many).toMatchObject({ code: 0, out: "2 numbers suppressed." });
  expect((await tidings("suppressions", "lift", phone)).code).toBe(1);
  expect(await tidings("suppressions", "lift", phone, "--reason", "A mistake")).toMatchObject({ code: 0, err: "" });
  const noConsent = await tidings("suppressions", "lift", "+12025550152", "--reason", "x");
  expect(noConsent).toMatchObject({ code: 1, err: expect.stringContaining("consent") });
});

test("the kinds of gateways are a table with one line for each", async () => {
  const lines = (await tidings("gateway", "kinds")).out.split("\n");
  expect(lines[0]).toMatch(/^KIND +NAME +ABOUT$/);
  expect(lines.find((line) => line.startsWith("twilio "))).toMatch(/^twilio +Twilio +\S/);
  const kinds = JSON.parse((await tidings("gateway", "kinds", "--json")).out) as { kind: string }[];
  expect(lines).toHaveLength(kinds.length + 1);
  expect(kinds.map(({ kind }) => kind)).toContain("vonage");
});
