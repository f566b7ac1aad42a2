import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { lockFolder } from "./folder-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "tidings-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder is locked once even within one process, and a refused attempt does not release the holder's lock", () => {
  const lock = lockFolder(folder);
  for (let again = 0; again < 3; again++)
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: "folder_in_use" }));
  lock.release();
  const next = lockFolder(folder);
  // A second release must not free a lock that another process holds by now.
  lock.release();
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid} `);
  next.release();
  expect(readdirSync(folder)).toEqual(["tidings.lock"]);
});

test("a folder that cannot be written names the alternatives", () => {
  expect(() => lockFolder(join(folder, "absent"))).toThrow(/TIDINGS_DATA.*DATABASE_URL/);
});
