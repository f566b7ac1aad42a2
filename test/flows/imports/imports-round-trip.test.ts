import { afterAll, beforeAll, expect, test } from "vitest";

import { readRecords } from "#lib/csv/records";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let first: TestService;
let second: TestService;
beforeAll(async () => {
  first = await startTestService({});
  second = await startTestService({});
});
afterAll(async () => {
  await first.end();
  await second.end();
});

async function exported(service: TestService, query = ""): Promise<string> {
  const authorization = `Basic ${btoa(`${service.admin.user}:${service.admin.password}`)}`;
  const response = await service.app.request(`http://127.0.0.1/svc/v1/subscribers/export${query}`, {
    headers: { authorization },
  });
  return response.text();
}

/** By number; without what each installation gives itself. */
function peopleOf(csv: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { records } = readRecords(Buffer.from(csv), { delimiter: ",", isEnd: true });
  const [headings, ...rows] = records.map(({ cells }) => cells);
  const people = rows.map((cells) => Object.fromEntries(cells.map((cell, nth) => [headings![nth]!, cell])));
  const own = new Set(["id", "created_at", "updated_at"]);
  return Object.fromEntries(
    people.map((person) => [
      person["mobile"]!,
      Object.fromEntries(Object.entries(person).filter(([name]) => !own.has(name))),
    ]),
  );
}

const names = ["=1+1", "'=1+1", "''-x", "+49 no number", "'", "@ada", 'Ада, "die Erste"', "  ".trim(), "أحمد", "🙂"];
const groups = ["Second, with a comma", 'The "best"', "2027", "=VIP", "'=VIP", "zebra", "Ärger", "-", '"'];

test("what an import can set of people survives export, import elsewhere and export again", async () => {
  const ids: number[] = [];
  for (const name of groups) ids.push((await first.call("POST", "/groups", { name })).body.data.id);
  for (const [nth, name] of names.entries()) {
    const mobile = `+49151200000${String(nth).padStart(2, "0")}`;
    const added = await first.call("POST", "/subscribers", {
      name: name || "x",
      mobile,
      group_id: [ids[nth % ids.length], ids[(nth * 2 + 1) % ids.length], 1],
      custom_fields: {
        text: name || "x",
        number: nth - 0.5,
        yes: nth % 2 === 0,
        "'=key": "a\u2028b",
        long: "x".repeat(40),
      },
      locale: ["de", "pt-BR", "zh-Hant"][nth % 3],
      time_zone: ["Europe/Berlin", "America/Argentina/Buenos_Aires"][nth % 2],
      double_opt_in: false,
    });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
  const member = "subscriber_id = (select id from subscribers where phone = $1)";
  const set = (phone: string, state: string, group: number) =>
    first.pool.query(`update memberships set state = $2::membership_state where ${member} and group_id = $3`, [
      phone,
      state,
      group,
    ]);
  await set("+4915120000000", "pending", 1);
  await set("+4915120000001", "left", 1);
  for (const group of [1, ids[2]!, ids[5]!]) await set("+4915120000002", "pending", group);
  for (const group of [1, ids[3]!, ids[7]!]) await set("+4915120000003", "left", group);
  await first.pool.query("update subscribers set name = '', locale = null where phone = '+4915120000004'");

  const before = await exported(first);
  const people = peopleOf(before);
  expect(people["+4915120000000"]).toMatchObject({ state: "active", pending_groups: "Newsletter" });
  expect(people["+4915120000001"]).toMatchObject({ left_groups: "Newsletter" });
  expect(people["+4915120000002"]).toMatchObject({ state: "pending" });

  const done = await importer(() => second).run(before, { on_unknown_group: "create" });
  expect(done.result).toMatchObject({ rows: names.length - 1, invalid: 0, created: names.length - 1, stayed_out: 1 });
  const after = await exported(second);
  expect(peopleOf(after)).toEqual(people);

  const again = await importer(() => second).run(before, { on_existing: "update" });
  expect(again.result).toMatchObject({ invalid: 0, created: 0, updated: 0, unchanged: names.length - 1 });
  expect(await exported(second)).toBe(after);

  const left = await exported(first, "?state=left");
  expect(Object.values(peopleOf(left))).toMatchObject([
    { state: "left", groups: "", left_groups: "'-, =VIP, Newsletter" },
  ]);
  expect((await importer(() => second).run(left)).result).toMatchObject({ invalid: 0, created: 0, stayed_out: 1 });
  expect(await exported(second)).toBe(after);
});
