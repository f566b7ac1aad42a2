import { expect, test } from "vitest";

import { table } from "./arguments.ts";

test("columns are as wide as their widest cell", () => {
  expect(
    table([
      ["ID", "NAME"],
      ["1000", "a"],
    ]),
  ).toEqual(["ID    NAME", "1000  a"]);
});

test("a name cannot control the terminal that lists it, nor pretend to be another line", () => {
  const evil = "\u001b]0;owned\u0007\u001b[2J\r\nroot  ok\u202egnp";
  expect(table([[evil]])).toEqual([" ]0;owned [2J root  ok gnp"]);
});
