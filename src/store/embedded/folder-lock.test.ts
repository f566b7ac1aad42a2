import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { holderIsGone, lockFolder } from "./folder-lock.ts";

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

test("a holder that was killed is gone, although another process has its id by now", () => {
  const lock = lockFolder(folder);
  expect(holderIsGone(folder)).toBe(false);
  const file = join(folder, "tidings.pid");
  const left = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...left, pid: process.ppid }));
  expect(holderIsGone(folder)).toBe(true);
  lock.release();
});

test("a folder that cannot be written names the alternatives", () => {
  expect(() => lockFolder(join(folder, "absent"))).toThrow(/TIDINGS_DATA.*DATABASE_URL/);
});
