import { afterAll, beforeAll, expect, test } from "vitest";

import { deliveriesOf, phonesOf, suppress } from "../../support/database/ledger.ts";
import { waitsFor, waitsForSubscriber } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const { run } = importer(() => service);

type Spelled = readonly [string, string];
/** The nth phone of Argentina: with the 9, and without it. */
const phone = (nth: number): Spelled => [`+549112345${6000 + nth}`, `+54112345${6000 + nth}`];

async function groupOf(name: string, members: readonly string[]): Promise<number> {
  const { id } = (await service.call("POST", "/groups", { name })).body.data;
  for (const mobile of members) {
    const person = { name: `Person ${mobile}`, mobile, group_id: [id], double_opt_in: false };
    expect((await service.call("POST", "/newsletter", person)).status).toBe(200);
  }
  return id;
}

/** The people who get a message, and the duplicates that it reports. */
async function sent(
  call: Record<string, unknown>,
): Promise<{ readonly phones: string[]; readonly duplicates: number }> {
  const answer = await service.call("POST", "/send", { message: "Hello", category: "transactional", ...call });
  expect(answer.body.data, JSON.stringify(answer.body)).toHaveProperty("message_id");
  const id: string = answer.body.data.message_id;
  const read = async () => (await service.call("GET", `/messages/${id}`)).body.data;
  await eventually(async () => (await read()).state === "completed");
  const phones = await phonesOf(service.pool, { message: id.slice(4) });
  return { phones, duplicates: (await read()).recipients.duplicates };
}

test("a phone that is in a group under two numbers gets one text", async () => {
  const [twice, once] = [phone(1), phone(2)];
  const group = await groupOf("Both", [...twice, once[0]]);
  expect(await sent({ group_ids: [group] })).toEqual({ phones: [twice[1], once[0]], duplicates: 1 });
  expect(await sent({ group_ids: [group], message: "Hello {{name}}" })).toEqual({
    phones: [twice[1], once[0]],
    duplicates: 1,
  });
});

test("whichever number is read first is the one, also where the other one has left", async () => {
  const [named, left] = [phone(3), phone(4)];
  const group = await groupOf("Named", [named[1], ...left]);
  await service.pool.query("update memberships set state = 'left' where phone = $1", [left[1]]);
  const both = await sent({ numbers: [named[0]], group_ids: [group] });
  expect(both).toEqual({ phones: [left[0], named[0]].toSorted(), duplicates: 1 });
});

test("both numbers of a phone in one call are one recipient, and counted so before", async () => {
  const [first, second] = [phone(5), phone(6)];
  const call = { numbers: [first[0], second[1], first[1], second[0]] };
  const preview = await service.call("POST", "/send/preview", { message: "Hello", ...call });
  expect(preview.body.data.people).toMatchObject({ duplicates: 2, final: 2 });
  expect(await sent(call)).toEqual({ phones: [second[1], first[0]].toSorted(), duplicates: 2 });
});

test("an opt-out that an import brings counts for the other number of the phone", async () => {
  const [nine, plain] = phone(14);
  await groupOf("Imported", [plain]);
  expect((await run(`Mobile,Status\n${nine},unsubscribed\n`)).state).toBe("completed");
  const answer = await service.call("POST", "/send", { message: "Hello", numbers: [plain] });
  expect(answer.body.data).toMatchObject({ suppressed: 1 });
});

test("a person who unsubscribes leaves under both numbers, and is found under either", async () => {
  const [twice, once] = [phone(7), phone(8)];
  const group = await groupOf("Leaves", [...twice, once[1]]);
  const other = await groupOf("Stays", [twice[0]]);
  const unsubscribe = (mobile: string) => service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: group });
  const left = await unsubscribe(twice[0]);
  expect(left.body.data).toEqual({ groups_left: [{ id: group, name: "Leaves" }], already: false });
  expect((await unsubscribe(once[0])).body.data.already).toBe(false);
  expect((await unsubscribe(phone(9)[0])).status).toBe(404);
  const { rows } = await service.pool.query("select group_id::int, state from memberships where group_id in ($1, $2)", [
    group,
    other,
  ]);
  expect(rows.toSorted((a, b) => a.group_id - b.group_id)).toEqual([
    ...[1, 2, 3].map(() => ({ group_id: group, state: "left" })),
    { group_id: other, state: "active" },
  ]);
});

test("the removal of one of two entries ends nothing of the other", async () => {
  const twice = phone(10);
  const group = await groupOf("Cleaned", twice);
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [twice[0]]);
  expect((await service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  expect(await sent({ group_ids: [group] })).toEqual({ phones: [twice[1]], duplicates: 0 });
});

test("a number that is put on the suppression list gets nothing under its other spelling, which is listed, too", async () => {
  const [nine, plain] = phone(11);
  const group = await groupOf("Asked by telephone", [plain]);
  const added = await service.call("POST", "/suppressions", { number: nine, reason: "Telephone", kind: "opt_out" });
  expect(added.body.data.number).toBe(nine);
  const again = await service.call("POST", "/suppressions", { number: plain, reason: "Again", kind: "opt_out" });
  expect(again.status).toBe(409);
  const imported = await service.call("POST", "/suppressions/import", { numbers: phone(12), reason: "Moved" });
  expect(imported.body.data).toEqual({ added: 2, already: 0, duplicates: 0, invalid: 0 });
  const moved = await service.call("POST", "/suppressions/import", { numbers: [phone(13)[1]], reason: "Moved" });
  expect(moved.body.data).toEqual({ added: 1, already: 0, duplicates: 0, invalid: 0 });
  const { rows } = await service.pool.query("select state from memberships where group_id = $1", [group]);
  expect(rows).toEqual([{ state: "left" }]);
  const call = { message: "Hello", category: "transactional", numbers: [plain, phone(13)[0]] };
  expect((await service.call("POST", "/send", call)).body.data).toMatchObject({ suppressed: 2 });
});

test("a suppression is lifted together with that of the other number, and one of another reason stays", async () => {
  const [nine, plain] = phone(15);
  const listed = async (): Promise<string[]> => {
    const { rows } = await service.pool.query(
      "select phone || ' ' || reason as entry from suppressions where phone in ($1, $2) order by 1",
      [nine, plain],
    );
    return rows.map(({ entry }) => entry);
  };
  const add = (number: string, more: object) => service.call("POST", "/suppressions", { number, ...more });
  const { id } = (await add(nine, { reason: "By mistake" })).body.data;
  await add(plain, { reason: "Telephone", kind: "opt_out", sender: "ACME" });
  expect(await listed()).toHaveLength(4);
  const lifted = await service.call("DELETE", `/suppressions/${id}`, { reason: "It was a mistake" });
  expect(lifted.status).toBe(200);
  expect(await listed()).toEqual([`${plain} Telephone`, `${nine} Telephone`]);
});

test("an import re-adds no one who left under the other number of the phone, or whom the list has under it", async () => {
  const [link, elsewhere, deleted, stopped, stays] = [phone(21), phone(22), phone(23), phone(24), phone(25)];
  const group = await groupOf("Left before", [link[1], elsewhere[1], deleted[0], stays[1]]);
  const other = await groupOf("Known there", [elsewhere[0]]);
  for (const mobile of [link[1], elsewhere[1]])
    await service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: group });
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [deleted[0]]);
  await service.call("DELETE", `/subscribers/${rows[0].id}`);
  // As a release before this one listed it.
  await suppress(service.pool, stopped[1]!);
  const file = [link[0], elsewhere[0], deleted[1], stopped[0], stays[0]];
  const query = { group_ids: String(group), on_existing: "update" };
  const csv = `Mobile\n${file.join("\n")}\n`;
  for (const dryRun of ["true", "false"]) {
    const { result } = await run(csv, { ...query, dry_run: dryRun });
    expect(result).toMatchObject({ created: 1, suppressed: 1, stayed_out: 3 });
  }
  const members = "select phone from memberships where group_id = $1 and state = 'active' order by phone";
  expect((await service.pool.query(members, [group])).rows.map((row) => row.phone)).toEqual([stays[1], stays[0]]);
  expect((await service.pool.query(members, [other])).rows).toEqual([{ phone: elsewhere[0] }]);
  const known = await service.pool.query("select phone from subscribers where phone = any($1)", [
    [link[0], deleted[1], stopped[0]],
  ]);
  expect(known.rows).toEqual([]);
});

test("a person who leaves while an import brings the other number of their phone leaves under that number, too", async () => {
  const [nine, plain] = phone(26);
  const group = await groupOf("Leaves meanwhile", [plain]);
  const holder = await service.pool.connect();
  await holder.query("begin");
  // The import has created the person, and cannot go on.
  await holder.query("lock table consents in exclusive mode");
  const imported = run(`Mobile\n${nine}\n`, { group_ids: String(group) });
  await eventually(() => waitsFor(service.pool, "departed as materialized"));
  const left = service.call("POST", "/newsletter/unsubscribe", { mobile: plain, group_id: group });
  const done = left.then(() => true);
  await eventually(
    async () => (await waitsForSubscriber(service.pool)) || Promise.race([done, Promise.resolve(false)]),
  );
  await holder.query("rollback");
  holder.release();
  expect([(await left).status, (await imported).state]).toEqual([200, "completed"]);
  const members = "select phone from memberships where group_id = $1 and state = 'active'";
  expect((await service.pool.query(members, [group])).rows).toEqual([]);
});

test("a person who has left by one row of a file does not become a member by another with the other number of their phone", async () => {
  const [first, second] = [phone(27), phone(28)];
  const group = await groupOf("Both in a file", []);
  const rows = [`${first[1]},left`, `${first[0]},active`, `${second[1]},active`, `${second[0]},left`];
  const { result } = await run(`Mobile,Status\n${rows.join("\n")}\n`, { group_ids: String(group) });
  expect(result).toMatchObject({ created: 0, stayed_out: 4 });
  const { rows: members } = await service.pool.query("select phone from memberships where group_id = $1", [group]);
  expect(members).toEqual([]);
});

test("a preview counts a phone with two numbers once, as the message does", async () => {
  const [twice, once, named, stopped, bounced] = [phone(31), phone(32), phone(33), phone(34), phone(35)];
  const group = await groupOf("Counted", [...twice, once[0], named[1], ...stopped, ...bounced]);
  await service.call("POST", "/suppressions", { number: stopped[0], reason: "Telephone", kind: "opt_out" });
  // The suppression ends memberships: as if they had come back.
  await service.pool.query("update memberships set state = 'active' where group_id = $1", [group]);
  await service.pool.query("update subscribers set bounced_at = now() where phone = $1", [bounced[1]]);
  const filter = { all: [{ field: "group_id", op: "is", value: group }] };
  const segment = await service.call("POST", "/segments", { name: "Counted, too", filter });
  for (const audience of [{ group_ids: [group] }, { segment_ids: [segment.body.data.id] }]) {
    const call = { message: "Hello", category: "marketing", numbers: [named[0]], ...audience };
    const { people } = (await service.call("POST", "/send/preview", call)).body.data;
    const message = (await service.call("POST", "/send", call)).body.data.message_id;
    const read = async () => (await service.call("GET", `/messages/${message}`)).body.data;
    await eventually(async () => (await read()).state === "completed");
    const { rows } = await service.pool.query(
      "select count(*)::int as people from deliveries where message_id = $1 and state <> 'suppressed'",
      [message.slice(4)],
    );
    expect([people.final, people.suppressed > 0, people.exact]).toEqual([rows[0].people, true, true]);
    expect(people.final).toBe(4);
  }
});

test("the frequency cap counts what goes to either number of a phone, and a preview, the person and an erasure know it", async () => {
  const [nine, plain] = phone(41);
  const group = await groupOf("Capped", [nine, plain]);
  const cap = { mode: "on", messages: 1, window_hours: 24, when_over: "skip" };
  expect((await service.call("PATCH", "/settings", { frequency_cap: cap })).status).toBe(200);
  const { rows: people } = await service.pool.query("select id, phone from subscribers where phone in ($1, $2)", [
    nine,
    plain,
  ]);
  const lefts = () =>
    Promise.all(
      people.map(async ({ id }) => (await service.call("GET", `/subscribers/${id}`)).body.data.next_marketing.left),
    );
  const offer = (number: string) =>
    service.call("POST", "/send", { message: "Sale", category: "marketing", numbers: [number] });
  // A node uses new settings after a second at most, so the first messages may not count.
  await eventually(async () => {
    await offer(nine);
    return (await lefts()).includes(0);
  });
  expect(await lefts()).toEqual([0, 0]);
  const { data } = (await offer(plain)).body;
  await eventually(
    async () => (await service.call("GET", `/messages/${data.message_id}`)).body.data.state === "completed",
  );
  expect(await deliveriesOf(service.pool, { message: data.message_id.slice(4) })).toMatchObject([
    { state: "suppressed", failure: "frequency_cap" },
  ]);

  for (const audience of [{ numbers: [plain] }, { numbers: [nine] }, { group_ids: [group] }]) {
    const call = { message: "Sale", category: "marketing", ...audience };
    expect((await service.call("POST", "/send/preview", call)).body.data.people, JSON.stringify(call)).toMatchObject({
      over_cap: 1,
      final: 0,
    });
    const listed = await service.call("POST", "/send/preview/people", { ...call, reason: "over_cap" });
    expect(listed.body.data.people.length).toBeGreaterThan(0);
  }
  await service.call("POST", "/privacy/delete", { mobile: nine, confirm: true });
  await eventually(async () => {
    const kept = await service.pool.query("select from contacts where phone in ($1, $2)", [nine, plain]);
    return kept.rowCount === 0;
  });
  await service.call("PATCH", "/settings", { frequency_cap: { mode: "off" } });
});

test("a bulk action adds no one to a group that they left under the other number of their phone", async () => {
  const [[leftNine, leftPlain], [nine], [askedNine, askedPlain], [goneNine, gonePlain]] = [51, 52, 53, 54].map(
    phone,
  ) as [Spelled, Spelled, Spelled, Spelled];
  const group = await groupOf("Left by one number", [leftPlain, askedPlain, gonePlain]);
  const other = await groupOf("Members of another", [leftNine, nine]);
  for (const mobile of [leftPlain, askedPlain, gonePlain]) {
    await service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: group });
  }
  // Anyone may request a code for them: the membership no longer says that they left.
  const asked = { name: "Stranger", mobile: askedPlain, group_id: group, on_existing: "keep" };
  expect((await service.call("POST", "/newsletter", asked)).body.data).toMatchObject({ state: "pending" });
  const { rows: gone } = await service.pool.query("select id from subscribers where phone = $1", [gonePlain]);
  expect((await service.call("DELETE", `/subscribers/${gone[0].id}`)).status).toBe(200);
  for (const mobile of [askedNine, goneNine]) {
    const joining = { name: "Person", mobile, group_id: other, double_opt_in: false };
    expect((await service.call("POST", "/newsletter", joining)).status).toBe(200);
  }
  const filter = { all: [{ field: "group_id", op: "is", value: other }] };
  const job = await service.call("POST", "/subscribers/bulk", {
    action: "add_to_group",
    group_id: group,
    double_opt_in: false,
    filter,
  });
  const read = async () => (await service.call("GET", `/jobs/${job.body.data.id}`)).body.data;
  await eventually(async () => (await read()).state === "completed");
  const { rows } = await service.pool.query(
    "select phone from memberships where group_id = $1 and state = 'active' order by phone",
    [group],
  );
  expect(rows).toEqual([{ phone: nine }]);
});

test("the limits of codes count both numbers of a phone", async () => {
  const [nine, plain] = phone(61);
  const code = (number: string) => service.call("POST", "/otp", { number });
  expect((await code(nine)).status).toBe(200);
  const again = await code(plain);
  expect([again.status, again.body.code]).toEqual([429, "too_many_requests"]);
  expect((await code(phone(62)[1])).status).toBe(200);
});
