import { expect, test } from "vitest";

import { readArguments, table } from "./arguments.ts";

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

test("an option that counts once is refused the second time: neither value is dropped unseen", () => {
  const options = {
    message: { type: "string" },
    group: { type: "string", multiple: true },
    json: { type: "boolean" },
  } as const;
  const twice = ["--message", "one", "--message=two"];
  expect(() => readArguments(twice, options)).toThrow("--message is given more than once");
  const { values } = readArguments(["--group", "1", "--group", "2", "--json", "--json"], options);
  expect(values).toEqual({ group: ["1", "2"], json: true });
});
