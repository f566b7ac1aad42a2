import { afterAll, beforeAll, expect, test } from "vitest";

import { consoleOf } from "../../support/people/console-session.ts";
import { freshPhone } from "../../support/people/newsletter.ts";
import { webSession } from "../../support/people/web-session.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COMPAT: "wpsms" }, { workerLoops: false });
});
afterAll(() => service.end());

const records = async (mobile: string) =>
  (await service.call("POST", "/privacy/export", { mobile })).body.data.items
    .filter(({ kind }: { kind: string }) => kind === "consent")
    .map(({ data }: { data: object }) => data);

async function join(more: object = {}): Promise<{ id: number; mobile: string }> {
  const mobile = freshPhone();
  const answer = await service.call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false, ...more });
  expect(answer.status).toBe(201);
  return { id: answer.body.data.id, mobile };
}

test("a call states where the person consented, to which text, in which version and language", async () => {
  const { id, mobile } = await join({
    consent_source: "page",
    consent_text: "Yes, offers!",
    consent_version: "3",
    consent_language: "en-GB",
  });
  const record = {
    group_id: 1,
    kind: "subscribed",
    source: "page",
    actor: "builtin:1",
    wording: "Yes, offers!",
    wording_version: "3",
    language: "en-GB",
  };
  expect(await records(mobile)).toMatchObject([record]);
  const listed = await service.call("GET", `/subscribers/${id}/consents`);
  expect(listed.body.data).toMatchObject({ items: [record], pagination: { next_cursor: null } });
  expect((await service.call("GET", `/subscribers/${id}`)).body.data.history).toMatchObject([record]);
});

test("the text of the code message is recorded for a person who was asked for a code without another text", async () => {
  const mobile = freshPhone();
  await service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: true });
  expect(await records(mobile)).toMatchObject([
    { kind: "requested", source: "api", wording: expect.stringContaining("{code}") },
  ]);
});

test("a call cannot claim that the person sent an SMS, nor use anything but a language", async () => {
  for (const more of [{ consent_source: "sms" }, { consent_language: "english please" }, { consent_text: " " }]) {
    const answer = await service.call("POST", "/newsletter", { name: "Ada", mobile: freshPhone(), ...more });
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, Object.keys(more)]);
  }
});

test("changes, an unsubscription, a deletion and the end of a group each leave a record", async () => {
  const group = (await service.call("POST", "/groups", { name: "Gone soon" })).body.data.id;
  const { id, mobile } = await join({ group_id: [1, group] });
  await service.call("DELETE", `/groups/${group}`, { force: true });
  await service.call("PATCH", `/subscribers/${id}`, { group_ids: [] });
  await service.call("PATCH", `/subscribers/${id}`, { group_ids: [1], double_opt_in: false });
  await service.call("POST", "/newsletter/unsubscribe", { mobile });
  await service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false });
  await service.call("DELETE", `/subscribers/${id}`);
  expect((await records(mobile)).map((one: Record<string, unknown>) => [one["kind"], one["group_id"]])).toEqual([
    ["subscribed", 1],
    ["subscribed", group],
    ["left", group],
    ["left", 1],
    ["subscribed", 1],
    ["left", 1],
    ["subscribed", 1],
    ["left", 1],
  ]);
});

test("a list of consents is read page by page, and belongs to the number, not to the row of the subscriber", async () => {
  const { id, mobile } = await join();
  await service.call("DELETE", `/subscribers/${id}`);
  const again = await service.call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false });
  const path = `/subscribers/${again.body.data.id}/consents`;
  const first = (await service.call("GET", `${path}?per_page=2`)).body.data;
  expect(first.items.map(({ kind }: { kind: string }) => kind)).toEqual(["subscribed", "left"]);
  const second = (await service.call("GET", `${path}?per_page=2&cursor=${first.pagination.next_cursor}`)).body.data;
  expect(second.items.map(({ kind }: { kind: string }) => kind)).toEqual(["subscribed"]);
  expect(second.pagination.next_cursor).toBeNull();
  expect((await service.call("GET", `${path}?cursor=1`)).status).toBe(400);
  expect((await service.call("GET", `/subscribers/${id}/consents`)).status).toBe(404);
  const stranger = await service.userWith("svc_outbox");
  expect((await service.call("GET", path, undefined, { as: stranger })).status).toBe(403);
});

test("changes in the console are recorded as such, single ones and bulk actions; those by a program as a program's", async () => {
  service.engine.start();
  const boss = (await service.people.userCalled(service.admin.user))!;
  const password = "correct horse battery";
  await service.people.changeUser(service.people.operator, boss.id, { password });
  const cookie = `tidings_session=${await webSession(service.people, { login: boss.username, password })}`;
  const inConsole = consoleOf(() => service.app);
  const group = (await service.call("POST", "/groups", { name: "By hand" })).body.data.id;

  async function everything(
    call: (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: any }>,
  ) {
    const mobile = freshPhone();
    const answers = [await call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false })];
    const id = answers[0]!.body.data.id;
    answers.push(await call("PATCH", `/subscribers/${id}`, { add_group_ids: [group], double_opt_in: false }));
    const bulk = await call("POST", "/subscribers/bulk", { action: "remove_from_group", group_id: group, ids: [id] });
    answers.push(bulk, await call("POST", "/suppressions", { number: mobile, kind: "block", reason: "x" }));
    answers.push(await call("DELETE", `/suppressions/${encodeURIComponent(mobile)}`, { reason: "y" }));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 201, 200]);
    const job = bulk.body.data.id;
    await expect.poll(async () => (await service.call("GET", `/jobs/${job}`)).body.data.state).toBe("completed");
    return (await records(mobile)).map(({ kind, source }: { kind: string; source: string }) => [kind, source]);
  }

  const kinds = ["subscribed", "subscribed", "blocked", "lifted", "left"].toSorted();
  const said = async (call: Parameters<typeof everything>[0]) => (await everything(call)).toSorted();
  expect(await said((method, path, body) => inConsole(method, path, body, { cookie }))).toEqual(
    kinds.map((kind) => [kind, "console"]),
  );
  expect(await said((method, path, body) => service.call(method, path, body))).toEqual(
    kinds.map((kind) => [kind, "api"]),
  );
});
