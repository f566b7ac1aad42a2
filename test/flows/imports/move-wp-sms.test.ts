import { afterAll, beforeAll, expect, test } from "vitest";

import { openMove, OPTIONS_TABLE } from "../../support/service/move-command.ts";
import type { TestService } from "../../support/service/test-service.ts";

let opened: Awaited<ReturnType<typeof openMove>>;
let service: TestService;
beforeAll(async () => {
  opened = await openMove();
  service = opened.service;
});
afterAll(() => opened.end());

const move = (dump: string | Buffer, ...args: string[]) => opened.move(dump, ...args);

const DUMP = `-- MySQL dump 10.13  Distrib 8.0; it's from a site
CREATE TABLE \`wp_sms_subscribes\` (
  \`ID\` int NOT NULL AUTO_INCREMENT,
  \`date\` datetime DEFAULT NULL,
  \`name\` varchar(250) DEFAULT NULL,
  \`mobile\` varchar(20) NOT NULL,
  \`status\` tinyint(1) DEFAULT NULL,
  \`activate_key\` int DEFAULT NULL,
  \`custom_fields\` text,
  \`group_ID\` int DEFAULT NULL,
  PRIMARY KEY (\`ID\`)
) ENGINE=InnoDB;
INSERT INTO \`wp_sms_subscribes\` VALUES (1,'2024-01-01 10:00:00','Jörg O\\'Neill','015112345601',1,NULL,'a:2:{s:4:"city";s:5:"Köln";s:5:"phone";s:2:"12";}',2),
(2,'2024-01-02 10:00:00','Ben','+4915112345602',1,123456,NULL,2),(3,'2024-01-03 10:00:00','Ben','+4915112345602',1,NULL,NULL,3),
(4,'0000-00-00 00:00:00','Cleo','+4915112345603',0,654321,NULL,3),(5,'2024-01-05 10:00:00','=1+1','+4915112345604',1,NULL,NULL,0),(6,NULL,'Bad','12',1,NULL,NULL,3);
CREATE TABLE \`wp_sms_subscribes_group\` (
  \`ID\` int NOT NULL AUTO_INCREMENT,
  \`name\` varchar(250) DEFAULT NULL,
  PRIMARY KEY (\`ID\`)
);
INSERT INTO \`wp_sms_subscribes_group\` VALUES (2,'Customers'),(3,'newsletter');
CREATE TABLE \`wp_users\` (\`ID\` int NOT NULL);
INSERT INTO \`wp_users\` VALUES (1);
`;

async function people() {
  const { rows } = await service.pool.query(`
    select phone, s.name, custom_fields,
      (select json_object_agg(g.name, state) from memberships join groups g on g.id = group_id where subscriber_id = s.id) as groups
    from subscribers s order by phone`);
  return rows;
}

const moved = [
  {
    phone: "+4915112345601",
    name: "Jörg O'Neill",
    custom_fields: { city: "Köln", phone: "12" },
    groups: { Customers: "active" },
  },
  { phone: "+4915112345602", name: "Ben", custom_fields: {}, groups: { Customers: "active", Newsletter: "active" } },
  { phone: "+4915112345603", name: "Cleo", custom_fields: {}, groups: { Newsletter: "pending" } },
  { phone: "+4915112345604", name: "=1+1", custom_fields: {}, groups: { Newsletter: "active" } },
];

test("a dry run counts every row of the dump and changes nothing", async () => {
  const said = await move(DUMP, "--dry-run");
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toMatch(/^6 rows in 2 groups\n/);
  expect(await people()).toEqual([]);
  expect((await service.call("GET", "/groups")).body.data.items).toHaveLength(1);
});

test("groups, people, custom fields, states and dates are taken over, and every row is accounted for", async () => {
  const said = await move(DUMP);
  expect(said).toMatchObject({ code: 0, err: "" });
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(said.out)![1]);
  expect([count("rows"), count("invalid"), count("created"), count("updated"), count("duplicates")]).toEqual([
    6, 1, 4, 1, 0,
  ]);
  const lines = said.out.split("\n").slice(5);
  expect(lines.filter((line) => !/^[a-z ]+: \d$/.test(line))).toEqual([]);
  expect(said.out).toMatch(
    /^newsletter: 3 rows, 1 invalid\nnewsletter, left out because phone is too short for a phone number: 1 \(6\)$/m,
  );
  expect(await people()).toEqual(moved);
  const { rows } = await service.pool.query(
    "select at, source from consents join subscribers s on s.id = subscriber_id where s.phone = '+4915112345601'",
  );
  expect(rows).toEqual([{ at: new Date("2024-01-01T10:00:00Z"), source: "WP SMS" }]);
});

test("a second run duplicates nothing, and does not re-add people who have left since", async () => {
  await service.call("POST", "/newsletter/unsubscribe", { mobile: "+4915112345601" });
  const said = await move(DUMP);
  expect(said.code).toBe(0);
  expect(await people()).toEqual([{ ...moved[0], groups: { Customers: "left" } }, ...moved.slice(1)]);
  expect((await service.call("GET", "/groups")).body.data.items).toHaveLength(2);
});

test("a second run keeps what was changed here, and adds only what is missing; with --update it takes the values of the site", async () => {
  const change = (name: string, fields: object) =>
    service.pool.query("update subscribers set name = $1, custom_fields = $2 where phone = '+4915112345601'", [
      name,
      fields,
    ]);
  await change("Jörg, changed here", { city: "Bonn", size: 41 });
  expect(await move(DUMP)).toMatchObject({ code: 0, err: "" });
  const [kept] = await people();
  expect(kept).toMatchObject({ name: "Jörg, changed here", custom_fields: { city: "Bonn", size: 41, phone: "12" } });
  expect((await move(DUMP, "--update", "--only", "people")).out).toMatch(/^updated: 1$/m);
  const [taken] = await people();
  expect(taken).toMatchObject({ name: "Jörg O'Neill", custom_fields: { city: "Köln", size: 41, phone: "12" } });
  await change("Jörg O'Neill", { city: "Köln", phone: "12" });
});

test("a dump that is cut off, and one without subscribers, are refused before anything is changed", async () => {
  expect(await move(DUMP.slice(0, DUMP.indexOf("Cleo")))).toMatchObject({
    code: 2,
    err: expect.stringContaining("incomplete"),
  });
  expect(await move("SELECT 1;")).toMatchObject({ code: 2, err: expect.stringContaining("no subscribers") });
});

test("a dump in another encoding is refused before anyone gets a name that nobody can read", async () => {
  const before = await people();
  expect(await move(Buffer.from(DUMP, "latin1"))).toMatchObject({ code: 2, err: expect.stringContaining("utf8mb4") });
  expect(await people()).toEqual(before);
});

test("other options of the site may contain anything: they are not read", async () => {
  const options = `INSERT INTO \`wp_options\` VALUES (1,'_transient_feed','\uFFFD','yes');\n`;
  const before = await people();
  expect(await move(OPTIONS_TABLE + options + DUMP)).toMatchObject({ code: 0, err: "" });
  expect(await people()).toEqual(before);
});

test("a dump that PowerShell has written as UTF-16 is refused, with a way to make a better one", async () => {
  const dump = Buffer.from(`\uFEFF${DUMP}`, "utf16le");
  expect(await move(dump)).toMatchObject({ code: 2, err: expect.stringContaining("--result-file") });
});

test("who has no status gets no messages, as there; groups that do not exist or have no name are one line", async () => {
  const said = await move(
    `${DUMP}INSERT INTO \`wp_sms_subscribes_group\` VALUES (9,' ');
INSERT INTO \`wp_sms_subscribes\` VALUES (7,NULL,'No status','+4915112345607',NULL,NULL,NULL,2),(8,NULL,'Dee','+4915112345608',1,NULL,NULL,9),(9,NULL,'Eve','+4915112345609',1,NULL,NULL,NULL);\n`,
  );
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toMatch(/^9 rows in 2 groups\n/);
  expect(said.out.match(/^\(no group.*$/gm)).toEqual(["(no group there: the first one here): 3 rows"]);
  expect((await people()).slice(-3)).toMatchObject([
    { name: "No status", groups: { Customers: "pending" } },
    { name: "Dee", groups: { Newsletter: "active" } },
    { name: "Eve", groups: { Newsletter: "active" } },
  ]);
});

test("a group whose name has a space at its end is found again", async () => {
  const before = await people();
  expect((await move(DUMP.replace("'Customers'", "'Customers '"))).code).toBe(0);
  expect(await people()).toEqual(before);
});

test("a group that can be neither found nor created ends the move, and its people join no other group", async () => {
  const refused = DUMP.replace("'Customers'", `'${"x".repeat(300)}'`).replaceAll("1511234560", "1511234570");
  const before = await people();
  const said = await move(refused);
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining("can be neither found nor created") });
  expect(said.err.split("\n")).toHaveLength(2);
  expect(await people()).toEqual(before);
});

test("the groups of a network's sites stay separate, although they have the same ids", async () => {
  const moved = DUMP.replaceAll("1511234560", "1511234580");
  const shop = DUMP.replaceAll("wp_sms", "wp_2_sms").replaceAll("1511234560", "1511234590");
  const said = await move(moved + shop.replace("(2,'Customers'),(3,'newsletter')", "(2,'Shop'),(3,'Shop news')"));
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toMatch(/^12 rows in 4 groups\n/);
  const groups = new Map((await people()).map((person) => [person.phone, person.groups]));
  expect(groups.get("+4915112345801")).toEqual({ Customers: "active" });
  expect(groups.get("+4915112345901")).toEqual({ Shop: "active" });
  expect(groups.get("+4915112345902")).toEqual({ Shop: "active", "Shop news": "active" });
});

test("a person who subscribed an hour ago at a site ahead of UTC is not left out for a date in the future", async () => {
  const local = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  const said = await move(DUMP.replace("2024-01-02 10:00:00", local).replaceAll("1511234560", "1511234600"));
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toMatch(/^Customers: 2 rows$/m);
  expect((await people()).find(({ phone }) => phone === "+4915112346002")).toMatchObject({ name: "Ben" });
});

test("of tables that another installation has left in the database nothing is moved unless it is the one that is named", async () => {
  const current = DUMP.replaceAll("1511234560", "1511234610");
  const old = DUMP.replaceAll("wp_", "old_")
    .replaceAll("1511234560", "1511234620")
    .replace("'Customers'", "'Old customers'");
  const before = await people();
  const refused = await move(current + old);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toMatch(/several installations: old_, wp_\. Choose one with --prefix/);
  expect(await move(current + old, "--prefix", "new_")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/ new_, but with old_, wp_\./),
  });
  expect(await opened.moveFrom("https://site.example", ["--prefix", "wp_"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("--prefix is for a FILE"),
  });
  expect(await people()).toEqual(before);
  expect(await move(current + old, "--prefix", "wp_")).toMatchObject({ code: 0, err: "" });
  const joined = (await people())
    .map(({ phone }) => phone as string)
    .filter((phone) => !before.some((one) => one.phone === phone));
  expect(joined.map((phone) => phone.slice(0, -2))).toEqual(Array(4).fill("+49151123461"));
  // Nobody subscribed there, and its time zone alone is not an installation to choose.
  const options =
    `${OPTIONS_TABLE}INSERT INTO \`wp_options\` VALUES (1,'timezone_string','Europe/Berlin','yes');`.replaceAll(
      "wp_",
      "other_",
    );
  expect(await move(current + options)).toMatchObject({ code: 0, err: "" });
});
