import { expect, test } from "vitest";

import { mayEnter, parsePasswd } from "./accounts.ts";

test("a passwd file yields accounts, including macOS's negative user id; other lines are skipped", () => {
  const text = "root:x:0:0:root:/root:/bin/sh\nnobody:*:-2:-2::/:/usr/bin/false\n# comment\n\n";
  expect(parsePasswd(text)).toEqual([
    { name: "root", uid: 0, gid: 0 },
    { name: "nobody", uid: 4_294_967_294, gid: 4_294_967_294 },
  ]);
});

test.each([
  ["the owner", { uid: 7, gid: 7 }, 0o700, true],
  ["an owner without the bit, whatever others may", { uid: 7, gid: 7 }, 0o677, false],
  ["the group", { uid: 8, gid: 7 }, 0o710, true],
  ["a group without the bit, whatever others may", { uid: 8, gid: 7 }, 0o701, false],
  ["others", { uid: 8, gid: 8 }, 0o701, true],
  ["others without the bit", { uid: 8, gid: 8 }, 0o770, false],
])("%s: only the first matching class decides", (_who, ids, mode, may) => {
  expect(mayEnter({ name: "x", ...ids }, { uid: 7, gid: 7, mode: 0o40_000 | mode })).toBe(may);
});
