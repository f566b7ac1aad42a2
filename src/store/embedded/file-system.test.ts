import { expect, test } from "vitest";

import { judgeFileSystem } from "./file-system.ts";

test.each([
  ["NFS", 0x6969, "refused"],
  ["CIFS", 0xff534d42, "refused"],
  ["CIFS as a signed number", 0xff534d42 | 0, "refused"],
  ["SMB2", 0xfe534d42, "refused"],
  ["9p", 0x01021997, "doubtful"],
  ["FUSE", 0x65735546, "doubtful"],
  ["ext4", 0xef53, "good"],
  ["overlay", 0x794c7630, "good"],
  ["a platform that does not report it", null, "good"],
])("%s", (_name, type, verdict) => {
  expect(judgeFileSystem(type).verdict).toBe(verdict);
});
