import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer, importsOn } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** More rows than a statement stores at once, with more text than a step loads. */
const ROWS = 11_000;
const NOTE = "n".repeat(60);
let service: TestService;
const { run, upload, empty } = importer(() => service);

beforeAll(async () => (service = await startTestService()));
afterAll(() => service.end());
beforeEach(() => empty());

const phone = (nth: number): string => `+49151${20_000_000 + nth}`;
const rows = Array.from({ length: ROWS }, (_, nth) => `P${nth + 2},${phone(nth)},${NOTE}`);
/** @param changed rows by their numbers in the file: the first one after the headings is 2 */
const fileWith = (changed: Readonly<Record<number, string>>): string =>
  `Name,Mobile,Note\n${rows.map((row, nth) => changed[nth + 2] ?? row).join("\n")}\n`;

test("people of a file in many parts are read once each, and of rows far apart about one person the last one counts", async () => {
  const again = (name: string): string => `${name},${phone(0)},`;
  const file = fileWith({
    900: again("Near"),
    1_500: again("Later"),
    2_000: "Nobody,12,",
    10_800: "Nobody,12,",
    10_900: again("Last"),
  });
  expect(await run(file)).toMatchObject({
    state: "completed",
    result: { rows: ROWS, invalid: 2, duplicates: 3, created: ROWS - 5 },
  });
  const { rows: found } = await service.pool.query("select name from subscribers where phone in ($1, $2) order by 1", [
    phone(0),
    phone(10_899),
  ]);
  expect(found).toEqual([{ name: "Last" }, { name: "P10901" }]);
  const { rows: issues } = await service.pool.query("select row from import_issues order by row");
  expect(issues).toEqual([{ row: 2_000 }, { row: 10_800 }]);
});

test("a step of reading ends when its time is over, and the next one goes on there", async () => {
  const slow = await startTestService({}, { workerLoops: false });
  const own = importer(() => slow);
  let reads = 0;
  const { jobs, kind } = importsOn(slow.store.db, slow, () => slow.store.db.now() + 10_000 * (reads += 1));
  const { id } = (await own.upload(fileWith({}))).body.data.job;
  const held = (await jobs.claim("test", 30_000))!;
  expect(await jobs.step(held, 30_000, kind.step)).toBe(true);
  expect((await own.job(id)).result.rows).toBe(1_000);
  expect(await jobs.step(held, 30_000, kind.step)).toBe(true);
  expect((await own.job(id)).result.rows).toBe(2_000);
  await slow.end();
});

test("a quotation mark that is never closed is reported with its row, also when rows before it are being stored", async () => {
  expect(await run(fileWith({ 3_456: `"P,${phone(3_454)}` }))).toMatchObject({
    state: "failed",
    error: "A quotation mark that begins in row 3456 is never closed. The rows before it were not imported either.",
  });
  const { rows: left } = await service.pool.query(
    "select phone from subscribers union all select phone from import_people",
  );
  expect(left).toEqual([]);
});

test.each([0, 1, 2])("an upload of three parts leaves nothing if part %i cannot be stored", async (nth) => {
  await service.pool.query(`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''no space''; end';
    create trigger refuse before insert on import_parts for each row when (new.nth = ${nth}) execute function refuse()`);
  try {
    expect((await upload(`Name,Mobile\n${"Ada,+4915112345678\n".repeat(30_000)}`)).status).toBe(500);
    const { rows: left } = await service.pool.query(
      "select id from imports union all select import_id from import_parts",
    );
    expect(left).toEqual([]);
  } finally {
    await service.pool.query("drop trigger refuse on import_parts; drop function refuse()");
  }
});
