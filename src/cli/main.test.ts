import { expect, test } from "vitest";

import { runCli } from "./main.ts";

async function tidings(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const lines: { out: string[]; err: string[] } = { out: [], err: [] };
  const code = await runCli(args, {
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
    environment: { TIDINGS_DATA: "/dev/null/data" },
  });
  return { code, out: lines.out.join("\n"), err: lines.err.join("\n") };
}

test.each([
  [["serve", "8090"], "8090 is one argument too many"],
  [["serve", "--port", "8090"], "--port is not an option of this command"],
  [["doctor", "--bogus"], "--bogus is not an option of this command"],
  [["migrate", "now"], "now is one argument too many"],
])("tidings %j is wrong usage, and the usage is shown", async (args, sentence) => {
  const { code, err } = await tidings(...args);
  expect([code, err.split("\n")[0]]).toEqual([2, expect.stringContaining(sentence)]);
  expect(err).toContain(`\ntidings ${args[0]}`);
});

test("help names every command, and help for one that does not exist is wrong usage", async () => {
  const { code, out } = await tidings("help");
  expect(code).toBe(0);
  const names = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map((match) => match[1]!);
  expect(names).toContain("doctor");
  for (const name of names) {
    expect(await tidings("help", name)).toMatchObject({ code: 0, out: expect.stringContaining(`tidings ${name}`) });
  }
  expect(await tidings("help", "zzzzzz")).toMatchObject({
    code: 2,
    err: 'tidings: there is no command "zzzzzz". Try: tidings help',
  });
});

test("the version is printed, with the commit if there is one", async () => {
  const out = expect.stringMatching(/^\d+\.\d+\.\d+\S*( \([0-9a-f]{12,}\))?$/);
  expect(await tidings("--version")).toEqual({ code: 0, out, err: "" });
});

test.each([
  [["gruops", "list"], 'there is no command "gruops"; did you mean groups?'],
  [["groups", "lst"], 'there is no action "lst"; did you mean list?'],
  [["move", "frobnicate"], 'there is no action "frobnicate"'],
  [["move", "wp-sm"], 'there is no action "wp-sm"; did you mean wp-sms?'],
  [["move"], "one of these is missing: wp-sms"],
  [["move", "wp-sms"], "FILE or URL is missing"],
  [["move", "wp-sms", "a.sql", "b.sql"], "b.sql is one argument too many"],
  [["move", "wp-sms", "/none/a.sql"], '"/none/a.sql" does not exist'],
  [["import", "/none/a.csv"], '"/none/a.csv" does not exist'],
  [["consent"], "one of these is missing: verify"],
  [["consent", "verfy"], 'there is no action "verfy"; did you mean verify?'],
  [["groups"], "one of these is missing: list, create, rename, delete"],
  [
    ["outbox", "list", "--recipeint", "+15005550000"],
    "--recipeint is not an option of this command; did you mean --recipient?",
  ],
  [["outbox", "--status", "failed"], "one of these is missing: list"],
  [["outbox", "list", "--limit", "none"], "--limit must be a whole number from 1 to 10000"],
  [["send", "--message", "Hello"], "TO, --group or --role is missing"],
  [["send", "+15005550000", "--sender"], "--sender needs a value"],
  [["send", "+15005550000", "--message", "-10%"], "--message needs a value; one that begins with - is --message=-…"],
  [["groups", "create", "-10%"], "-1 is not an option of this command; before words that begin with -, write --"],
  [["groups", "delete", ""], "ID must not be empty"],
  [["groups", "delete", ".."], 'ID must not be ".."'],
  [["messages", "cancel", "."], 'ID must not be "."'],
  [["gateway", "reroute", ""], "NAME must not be empty"],
  [["suppressions", "import", "", "--reason", "Old list"], "NUMBERS must not be empty"],
  [["gateway", "test", ".."], 'NAME must not be ".."'],
])("tidings %j is wrong usage, and what may be meant is named", async (args, sentence) => {
  const { code, err } = await tidings(...args);
  expect([code, err.split("\n")[0]]).toEqual([2, `tidings: ${sentence}`]);
});

test("wrong usage of an action shows that action alone, so that the error stays on the screen", async () => {
  expect(await tidings("gateway", "pause")).toEqual({
    code: 2,
    out: "",
    err: "tidings: NAME is missing\ntidings gateway pause NAME [--reason TEXT]\nMore: tidings help gateway",
  });
});

test("wrong usage of a command without actions shows how it is called, and no page about its options", async () => {
  const { err } = await tidings("import", "/none/a.csv");
  const [error, ...rest] = err.split("\n");
  expect(error).toBe('tidings: "/none/a.csv" does not exist');
  expect(rest).toEqual([
    expect.stringMatching(/^tidings import FILE /),
    expect.stringMatching(/^ {2,}\[--no-header\]/),
    "More: tidings help import",
  ]);
});
