import { afterAll, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../../test/support/database/database.ts";
import { byteaArray, byteaArrayOfHex, int2Array, int4Array, int8Array, textArray, uuidArray } from "./binary-array.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

/** What PostgreSQL read, as text. */
async function readBack(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await db.pool.query(`select array(select x::text from unnest($1::${type}[]) as x) as read`, [array]);
  return rows[0].read;
}

test.each([
  ["uuid", uuidArray(["01890000-0000-7000-8000-000000000001", null]), ["01890000-0000-7000-8000-000000000001", null]],
  ["bytea", byteaArray([Buffer.from([0, 255]), null, Buffer.alloc(0)]), ["\\x00ff", null, "\\x"]],
  ["bytea", byteaArrayOfHex(["00ff", null, ""]), ["\\x00ff", null, "\\x"]],
  ["text", textArray(["", 'Grüße 👋 {",\\}', null, "null"]), ["", 'Grüße 👋 {",\\}', null, "null"]],
  ["int2", int2Array([0, -32_768, null, 32_767]), ["0", "-32768", null, "32767"]],
  ["bigint", int8Array([null, 2 ** 40 + 3, -1, 7]), [null, String(2 ** 40 + 3), "-1", "7"]],
  ["int4", int4Array([null, 2_147_483_647, -1]), [null, "2147483647", "-1"]],
])("PostgreSQL reads an array of %s as it was given, nulls included", async (type, array, expected) => {
  expect(await readBack(type, array)).toEqual(expected);
});

test("an array without elements is empty and not null", async () => {
  expect(await readBack("text", textArray([]))).toEqual([]);
  expect(await readBack("uuid", uuidArray([]))).toEqual([]);
});

test("a number that the type cannot represent is refused before anything is sent", () => {
  expect(() => int2Array([32_768])).toThrow(RangeError);
  expect(() => int4Array([2_147_483_648])).toThrow(RangeError);
});
