import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { phonesOf, suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { overdue, readSchedule, scheduleCall, trial } from "../../support/engine/schedules.ts";
import { endedMessage } from "../../support/service/sent-messages.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let group: number;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await trial(service);
  group = (await service.call("POST", "/groups", { name: "second" })).body.data.id;
});
afterAll(() => service.end());

let next = 830_000;
async function add(city: string, more: object = {}): Promise<{ id: number; mobile: string }> {
  const [mobile] = numbers(1, (next += 1));
  const body = { name: "Ada", mobile, double_opt_in: false, custom_fields: { city }, ...more };
  const answer = await service.call("POST", "/subscribers", body);
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const inCity = (city: string) => ({ all: [{ field: "custom_fields.city", op: "is", value: city }] });
async function segment(name: string, filter: object = inCity(name)) {
  const answer = await service.call("POST", "/segments", { name, filter });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const left = (mobile: string) => service.call("POST", "/newsletter/unsubscribe", { mobile });
const bounce = (id: number) => service.pool.query("update subscribers set bounced_at = now() where id = $1", [id]);

/** Sends, waits for the end, and returns who has a delivery of the message. */
async function sendTo(selectors: object): Promise<string[]> {
  const answer = await service.call("POST", "/send", { message: "Hello", ...selectors });
  expect(answer.status).toBe(200);
  const id = answer.body.data.message_id as string;
  await endedMessage(service, id);
  return phonesOf(service.pool, { message: id.replace("msg_", "") });
}
const message = async (id: string) => (await service.call("GET", `/messages/${id}`)).body.data;

describe("a segment", () => {
  test("is created with its address and its counts, listed, changed and deleted", async () => {
    const people = [await add("Ulm"), await add("Ulm"), await add("Ulm")];
    await left(people[0]!.mobile);
    const made = await service.call("POST", "/segments", { name: " Ulm ", filter: inCity("Ulm") });
    expect(made.headers.get("location")).toBe(`/svc/v1/segments/${made.body.data.id}`);
    expect(made.body.data).toMatchObject({ name: "Ulm", filter: { ...inCity("Ulm"), any: [] } });
    expect(made.body.data).toMatchObject({ count: 3, active_count: 2 });
    await suppress(service.pool, people[1]!.mobile);
    const path = `/segments/${made.body.data.id}`;
    expect((await service.call("GET", path)).body.data).toMatchObject({ count: 3, active_count: 1 });
    expect((await service.call("POST", "/segments", { name: "ULM", filter: inCity("x") })).body.code).toBe("conflict");
    const changed = await service.call("PATCH", path, { filter: inCity("Nowhere") });
    expect(changed.body.data).toMatchObject({ name: "Ulm", count: 0, active_count: 0 });
    const list = await service.call("GET", "/segments?per_page=1");
    expect(list.body.data.items).toHaveLength(1);
    expect((await service.call("DELETE", path)).status).toBe(200);
    expect((await service.call("GET", path)).status).toBe(404);
  });

  test("is changed and deleted at the same time without a deadlock", async () => {
    for (const city of ["Aalen", "Bonn", "Celle", "Dessau", "Essen"]) {
      const path = `/segments/${(await segment(city)).id}`;
      const change = (name: string) => service.call("PATCH", path, { name: `${city} ${name}` });
      const answers = await Promise.all([change("1"), service.call("DELETE", path), change("2"), change("3")]);
      const found = answers.map(({ status, body }) => body.code ?? status);
      expect([200, "not_found"]).toEqual(expect.arrayContaining(found));
      expect(found[1]).toBe(200);
    }
  });

  test("refuses the filters that the list refuses, and an empty one", async () => {
    for (const filter of [{}, { all: [] }, { all: [{ field: "nonsense", op: "is", value: 1 }] }, "all", null]) {
      expect((await service.call("POST", "/segments", { name: "bad", filter })).status).toBe(400);
    }
  });

  test("that does not exist is reported by its place in the call", async () => {
    const { id } = await segment("Trier");
    const answer = await service.call("POST", "/send", { message: "x", segment_ids: [id, 999_999] });
    expect(answer.body.data.details).toMatchObject([{ field: "segment_ids[1]", code: "unknown_segment" }]);
  });
});

describe("a message to segments", () => {
  test("reaches exactly the active people who match, once each, whatever else selects them", async () => {
    const here = await add("Bonn");
    const both = await add("Bonn", { locale: "de", group_ids: [1, group] });
    const other = await add("Kiel", { locale: "de", group_ids: [group] });
    const gone = await add("Bonn");
    const stopped = await add("Bonn", { locale: "de" });
    const silent = await add("Bonn", { locale: "de", group_ids: [group] });
    await add("Bonn", { double_opt_in: true });
    const onlyGroup = await add("Rom", { group_ids: [group] });
    await left(gone.mobile);
    await suppress(service.pool, stopped.mobile);
    await bounce(silent.id);
    const bonn = await segment("Bonn");
    const german = await segment("German", { all: [{ field: "locale", op: "is", value: "de" }] });
    const sent = await sendTo({ segment_ids: [bonn.id, german.id], group_ids: [group], numbers: [here.mobile] });
    // A STOP is recorded in the ledger and not sent to, as for groups.
    expect(sent).toEqual([here, both, other, stopped, onlyGroup].map(({ mobile }) => mobile).toSorted());
    const { items } = (await service.call("GET", "/sandbox/messages?per_page=100")).body.data;
    const texted = items.map(({ to }: { to: string }) => to).filter((to: string) => sent.includes(to));
    expect(texted.toSorted()).toEqual([here, both, other, onlyGroup].map(({ mobile }) => mobile).toSorted());
  });

  test("is marketing, may be named subscribers, and conflicts with a selector that is not", async () => {
    const { id } = await segment("Jena");
    await add("Jena");
    const named = await service.call("POST", "/send", { message: "x", recipients: "subscribers", segment_ids: id });
    expect([named.status, named.body.data.category]).toEqual([200, "marketing"]);
    const conflict = await service.call("POST", "/send", {
      message: "x",
      recipients: "numbers",
      numbers: ["+4915112345678"],
      segment_ids: [id],
    });
    expect([conflict.status, conflict.body.code]).toEqual([400, "selector_conflict"]);
    expect(conflict.body.data.details).toMatchObject([{ field: "segment_ids" }]);
  });

  test("is previewed with the people of the segment, without those who bounce or left", async () => {
    const people = [await add("Hof"), await add("Hof"), await add("Hof"), await add("Hof", { group_ids: [group] })];
    await left(people[0]!.mobile);
    await bounce(people[1]!.id);
    const { id } = await segment("Hof");
    const answer = await service.call("POST", "/send/preview", {
      message: "x",
      segment_ids: [id],
      numbers: [people[2]!.mobile],
    });
    expect(answer.body.data.people).toMatchObject({ by_source: { subscribers: 2, numbers: 1 }, final: 2, exact: true });
  });

  test("without people ends as failed, with the reason", async () => {
    const { id } = await segment("Atlantis");
    const answer = await service.call("POST", "/send", { message: "x", segment_ids: [id] });
    await eventually(async () => (await message(answer.body.data.message_id)).state === "failed");
    expect(await message(answer.body.data.message_id)).toMatchObject({ reason: "no_recipients" });
  });
});

describe("a schedule to segments", () => {
  test("resolves them when it runs, and keeps its segments from being deleted until it has ended", async () => {
    const { id: early } = await add("Mainz");
    const { id } = await segment("Mainz");
    const answer = await scheduleCall(service, { numbers: undefined, segment_ids: [id] });
    expect(answer.status).toBe(200);
    const schedule = answer.body.data.schedule_id;
    expect(await readSchedule(service, schedule)).toMatchObject({ recipients: { segment_ids: [id] } });
    const refusal = await service.call("DELETE", `/segments/${id}`);
    expect([refusal.status, refusal.body.data.schedules]).toEqual([409, [schedule]]);
    const late = await add("Mainz");
    await service.call("DELETE", `/subscribers/${early}`);
    await overdue(service, schedule, 1);
    await eventually(async () => (await readSchedule(service, schedule))["state"] === "completed");
    const { rows } = await service.pool.query("select id from messages where schedule_id = $1", [
      schedule.replace("sch_", ""),
    ]);
    await eventually(async () => (await message(`msg_${rows[0].id}`)).state === "completed");
    expect(await phonesOf(service.pool, { message: rows[0].id })).toEqual([late.mobile]);
    expect((await service.call("DELETE", `/segments/${id}`)).status).toBe(200);
  });

  test("cannot be frozen", async () => {
    await add("Worms");
    const { id } = await segment("Worms");
    const answer = await scheduleCall(service, { numbers: undefined, segment_ids: [id], audience: "frozen" });
    expect(answer.body.data.details).toMatchObject([{ field: "audience", code: "not_together" }]);
  });
});
