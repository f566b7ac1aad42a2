import { expect, test } from "vitest";

import { parseVersion } from "./binaries.ts";
import { parsePostmasterFile } from "./postmaster-file.ts";
import { isPostmasterLine } from "./processes.ts";
import { serverSettings } from "./settings.ts";
import { fitsSocket } from "./socket-folder.ts";

test.each([
  ["postgres (PostgreSQL) 18.4", { version: "18.4", major: 18 }],
  ["postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", { version: "15.18", major: 15 }],
  ["postgres (PostgreSQL) 19beta2", { version: "19beta2", major: 19 }],
  ["postgres (EnterpriseDB) 18.4", null],
])("the version of %s", (text, expected) => {
  expect(parseVersion(text)).toEqual(expected);
});

test("postmaster.pid is read when complete, half-written and empty", () => {
  expect(parsePostmasterFile("42\n/d\n1700000000\n5432\n/d/run\n\n  1 2\nready   \n")).toEqual({
    pid: 42,
    port: 5432,
    socketDir: "/d/run",
    status: "ready",
  });
  expect(parsePostmasterFile("42\n/d\n")).toEqual({ pid: 42, port: 0, socketDir: "", status: "" });
  expect(parsePostmasterFile("")).toBeNull();
  expect(parsePostmasterFile("junk\n")).toBeNull();
});

test("only the postmaster of exactly this folder is ours", () => {
  expect(isPostmasterLine(["/x/bin/postgres", "-D", "/d/data", "-c", "a=b"], "/d/data")).toBe(true);
  expect(isPostmasterLine(["/x/bin/postgres", "-D", "/d/data2"], "/d/data")).toBe(false);
  expect(isPostmasterLine(["postgres: tidings_1: checkpointer "], "/d/data")).toBe(false);
  expect(isPostmasterLine(["vim", "-D", "/d/data"], "/d/data")).toBe(false);
  expect(isPostmasterLine([""], "/d/data")).toBe(false);
});

test("a socket path may have 107 bytes on Linux, 103 on macOS, and no comma", () => {
  const at = (length: number) => `/${"é".repeat(10)}${"x".repeat(length - 21 - "/.s.PGSQL.5432".length)}`;
  expect(fitsSocket(at(107), "linux")).toBe(true);
  expect(fitsSocket(at(108), "linux")).toBe(false);
  expect(fitsSocket(at(107), "darwin")).toBe(false);
  expect(fitsSocket("/a,b", "linux")).toBe(false);
});

test("shared buffers follow the memory between 128 and 512 MB", () => {
  const of = (gigabytes: number) => serverSettings(gigabytes * 2 ** 30).find((one) => one.startsWith("shared_buffers"));
  expect([0.5, 4, 64].map(of)).toEqual(["shared_buffers=128MB", "shared_buffers=256MB", "shared_buffers=512MB"]);
});
