import { afterAll, beforeAll, expect, test } from "vitest";

import { freshPhone } from "../../support/people/newsletter.ts";
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
