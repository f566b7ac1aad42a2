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
  [["serve", "8090"], "8090 is one word too many"],
  [["serve", "--port", "8090"], "Unknown option '--port'"],
  [["doctor", "--bogus"], "Unknown option '--bogus'"],
  [["migrate", "now"], "now is one word too many"],
])("tidings %j is wrong usage, and the usage is shown", async (args, sentence) => {
  const { code, err } = await tidings(...args);
  expect([code, err.split("\n")[0]]).toEqual([2, expect.stringContaining(sentence)]);
  expect(err).toContain(`\ntidings ${args[0]}`);
});

test("help names every verb, and help for a verb that is not there is wrong usage", async () => {
  const { code, out } = await tidings("help");
  expect(code).toBe(0);
  const verbs = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map((match) => match[1]!);
  expect(verbs).toContain("doctor");
  for (const verb of verbs) {
    expect(await tidings("help", verb)).toMatchObject({ code: 0, out: expect.stringContaining(`tidings ${verb}`) });
  }
  expect(await tidings("help", "nope")).toMatchObject({
    code: 2,
    err: 'tidings: there is no verb "nope". Try: tidings help',
  });
});

test("the version is told", async () => {
  expect(await tidings("--version")).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/), err: "" });
});
