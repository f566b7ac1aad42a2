import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, test } from "vitest";

/** A program that reads its standard input as a command does, and reports when it begins. */
const program = (module: string, call: string): string => `
import "node:process";
const module = await import(${JSON.stringify(new URL(module, import.meta.url).href)});
process.stdout.write("begins\\n");
process.stdout.write(JSON.stringify(module.${call}));
`;

async function readBy(script: string, parts: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  // A program that has ended reads nothing more.
  child.stdin.on("error", () => undefined);
  const ended = once(child, "close");
  await once(child.stdout, "data");
  for (const part of parts) await new Promise((written) => child.stdin.write(part, written));
  child.stdin.end();
  await ended;
  return output;
}

test("what a program writes into standard input late, and in parts, is read to its end", async () => {
  const parts = ["Your code ", "is 12", "3456\n", "é".repeat(100_000)];
  const output = await readBy(program("./standard-input.ts", "readInput()"), parts);
  expect(output).toBe(`begins\n${JSON.stringify(parts.join(""))}`);
});

test("a password that is written into standard input late is read", async () => {
  expect(await readBy(program("./arguments.ts", "readLine()"), ["correct horse", " battery\n"])).toBe(
    'begins\n"correct horse battery"',
  );
});

test("the byte order mark of a file that was written on Windows is no part of a text, nor of a password", async () => {
  const mark = "\u{FEFF}";
  expect(await readBy(program("./standard-input.ts", "readInput()"), [mark, "Hello"])).toBe('begins\n"Hello"');
  expect(await readBy(program("./arguments.ts", "readLine()"), [mark, "correct horse\r\n"])).toBe(
    'begins\n"correct horse"',
  );
});
