import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { LOG_TABLE, openMove, OPTIONS_TABLE, REPEATING_TABLE } from "../../support/service/move-command.ts";
import { basic } from "../../support/people/people.ts";
import { trial } from "../../support/engine/schedules.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";
import { startWordPress, type WordPressSite } from "../../support/wordpress/site.ts";

if (wordpressMissing) process.stdout.write(`skipped: moving from a real WordPress (${wordpressMissing})\n`);

/** In Berlin's time, with what a log contains at its worst. */
const ROWS = `(1,'2026-01-15 10:00:00','Acme','It\\'s 😀','+4915112345601,015112345602','a:0:{}','array (\\'key\\' => \\'s3cret\\')','success'),
(2,'2026-07-15 10:00:00','Acme','Refused','+4915112345603',NULL,'','error'),(3,NULL,'Acme','No date','+4915112345601',NULL,'','success')`;

describe.skipIf(wordpressMissing)("tidings move wp-sms with a real WordPress", () => {
  let site: WordPressSite;
  let opened: Awaited<ReturnType<typeof openMove>>;
  beforeAll(async () => {
    [site, opened] = await Promise.all([startWordPress(), openMove({ TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" })]);
    await trial(opened.service);
    const statements = [
      LOG_TABLE,
      `INSERT INTO wp_sms_send VALUES ${ROWS};`,
      REPEATING_TABLE,
      `INSERT INTO wp_sms_repeating VALUES (1,'Acme','Weekly','a:1:{i:0;s:14:"+4915112345601";}','a:0:{}',1767225600,1,'week',NULL);`,
      // As before version 6: without further fields.
      "CREATE TABLE wp_sms_subscribes (ID int NOT NULL AUTO_INCREMENT PRIMARY KEY, date datetime, name varchar(250), mobile varchar(20) NOT NULL, status tinyint(1), activate_key int, group_ID int);",
      "INSERT INTO wp_sms_subscribes VALUES (1,'2024-01-01 10:00:00','Ann','+4915112345601',1,424242,2);",
      "CREATE TABLE wp_sms_subscribes_group (ID int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(250));",
      "INSERT INTO wp_sms_subscribes_group VALUES (2,'Customers');",
    ];
    const run = statements.map((one) => `$wpdb->query(base64_decode('${Buffer.from(one).toString("base64")}'));`);
    await site.php(
      `global $wpdb; ${run.join("")} update_option('timezone_string', 'Europe/Berlin'); echo $wpdb->last_error;`,
    );
  });
  afterAll(async () => {
    await site.stop();
    await opened.end();
  });

  const moveAs = (user: string, password: string, ...args: string[]) =>
    opened.moveFrom(site.url, ["--user", user, ...args], { WORDPRESS_APPLICATION_PASSWORD: password });
  const move = (...args: string[]) => moveAs("admin", site.users["admin"]!.password, ...args);
  const stored = async () =>
    (
      await opened.service.pool.query(
        "select m.body, d.phone, d.state, d.sent_at from deliveries d join messages m on m.id = d.message_id order by m.id, d.phone",
      )
    ).rows;

  test("only an administrator reads the tables, and none of the site's other tables", async () => {
    const read = (query: string, user: string | null) => {
      const credentials = user === null ? null : site.users[user]!;
      return fetch(site.api(`/tidings/v1/wp-sms?${query}`), {
        headers: credentials ? { authorization: basic(credentials.user, credentials.password) } : {},
      });
    };
    expect((await read("table=sms_send", null)).status).toBe(401);
    for (const user of ["editor", "subscriber", "only_svc_setting"]) {
      expect([user, (await read("table=sms_send", user)).status]).toEqual([user, 403]);
    }
    for (const table of ["users", "options", "sms_send` union select 1 -- ", ""]) {
      expect([table, (await read(`table=${encodeURIComponent(table)}`, "admin")).status]).toEqual([table, 400]);
    }
    const page = await read("table=sms_send&after=1", "admin");
    expect(page.headers.get("cache-control")).toMatch(/no-store|no-cache/);
    const text = await page.text();
    expect(JSON.parse(text)).toMatchObject({ rows: [{ ID: "2" }, { ID: "3" }], next: null });
    expect(await (await read("table=sms_send", "admin")).text()).not.toContain("s3cret");
    expect(await (await read("table=sms_subscribes", "admin")).text()).not.toContain("424242");
    // The add-on's other table does not exist here.
    expect(await (await read("table=sms_scheduled", "admin")).json()).toMatchObject({ rows: [], next: null });
  });

  test("a wrong password and a user who is no administrator are told apart, and nothing is moved", async () => {
    const wrong = await moveAs("admin", "abcd efgh ijkl mnop qrst uvwx");
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("does not accept the application password")]);
    const { user, password } = site.users["editor"]!;
    const editor = await moveAs(user, password);
    expect([editor.code, editor.err]).toEqual([1, expect.stringContaining("is not an administrator")]);
    expect(wrong.err + editor.err).not.toContain(password);
    expect(await stored()).toEqual([]);
  });

  test("people, log and schedules are read from the site, in the site's time", async () => {
    const said = await move();
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(said.out).toContain("log, time zone: Europe/Berlin");
    expect([said.count("created"), said.count("log, moved"), said.count("schedules, moved")]).toEqual([1, 2, 1]);
    expect(said.out).toContain("log, left out because of date: 1 (3)");
    expect(await stored()).toEqual([
      { body: "It's 😀", phone: "+4915112345601", state: "sent", sent_at: new Date("2026-01-15T09:00:00Z") },
      { body: "It's 😀", phone: "+4915112345602", state: "sent", sent_at: new Date("2026-01-15T09:00:00Z") },
      { body: "Refused", phone: "+4915112345603", state: "failed", sent_at: null },
    ]);
    const schedules = (await opened.service.call("GET", "/schedules")).body.data.items;
    expect(schedules).toMatchObject([{ state: "paused", message: "Weekly", time_zone: "Europe/Berlin" }]);
  });

  test("a dump of the same site afterwards doubles nothing", async () => {
    const zone = `${OPTIONS_TABLE}INSERT INTO \`wp_options\` VALUES (1,'timezone_string','Europe/Berlin','yes');\n`;
    const said = await opened.move(`${LOG_TABLE}INSERT INTO \`wp_sms_send\` VALUES ${ROWS};\n${zone}`);
    expect([said.count("log, moved"), said.count("log, already")]).toEqual([0, 2]);
    expect(await stored()).toHaveLength(3);
  });

  test("a log of several pages is read whole", async () => {
    await site.php(
      `global $wpdb; for ($at = 10; $at < 2510; $at++) { $v[] = "($at,'2026-02-01 10:00:00','Acme','Row $at','+49151123" . (40000 + $at) . "',NULL,'','success')"; }
       $wpdb->query('INSERT INTO wp_sms_send VALUES ' . implode(',', $v)); $long = str_repeat('x', 60000);
       for ($at = 3000; $at < 3050; $at++) { $wpdb->query("INSERT INTO wp_sms_send VALUES ($at,'2026-02-02 10:00:00','Acme','$at$long','+4915112349999',NULL,'','success')"); }`,
    );
    const said = await move("--only", "log");
    expect([said.count("log, rows"), said.count("log, moved")]).toEqual([2553, 2550]);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.complaints()).toEqual([]);
  });
});
