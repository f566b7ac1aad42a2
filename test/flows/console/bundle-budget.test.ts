import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { buildConsole, consoleFolder } from "../../support/console/built.ts";

/** Bytes after gzip -9. The target for scripts is 180,000. */
const budget = { script: 150_000, styles: 24_000, newMessage: 54_000 };

const size = async (path: string): Promise<number> =>
  gzipSync(await readFile(join(consoleFolder, path)), { level: 9 }).length;

async function total(html: string, pattern: RegExp): Promise<number> {
  const sizes = await Promise.all([...html.matchAll(pattern)].map(([, path]) => size(path!)));
  return sizes.reduce((sum, one) => sum + one, 0);
}

test("the first load of the console stays within its budget", async () => {
  await buildConsole();
  const html = await readFile(join(consoleFolder, "index.html"), "utf8");
  const script = await total(html, /(?:src|href)="\/([\w./-]+\.js)"/g);
  expect(script).toBeGreaterThan(50_000);
  expect(script).toBeLessThanOrEqual(budget.script);
  expect(await total(html, /href="\/([\w./-]+\.css)"/g)).toBeLessThanOrEqual(budget.styles);
});

test("a new message adds little to the first load: no list of rows, and nothing that a press shows", async () => {
  await buildConsole();
  const html = await readFile(join(consoleFolder, "index.html"), "utf8");
  const [, beforePaint] = /src="\/(console-assets\/before-paint-[\w-]+\.js)"/.exec(html)!;
  const code = await readFile(join(consoleFolder, beforePaint!), "utf8");
  const [, files] = /\bcompose=([^;"'`]+)/.exec(`${code}${html}`)!;
  const sizes = await Promise.all(files!.split(" ").map((file) => size(`console-assets/${file}`)));
  const sum = sizes.reduce((before, one) => before + one, 0);
  expect(sum).toBeGreaterThan(20_000);
  expect(sum).toBeLessThanOrEqual(budget.newMessage);
});

test("no script or style of the first load is asked for again at a later visit", async () => {
  await buildConsole();
  const html = await readFile(join(consoleFolder, "index.html"), "utf8");
  const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThan(3);
  // What is there has its content in its name, and is kept for a year.
  expect(files.filter((path) => !path.startsWith("/console-assets/"))).toEqual([]);
});

test("the functions of the first load are compiled while it arrives", async () => {
  await buildConsole();
  const html = await readFile(join(consoleFolder, "index.html"), "utf8");
  const files = [...html.matchAll(/(?:src|href)="\/(console-assets\/(?:index|application)-[\w-]+\.js)"/g)];
  expect(files).toHaveLength(2);
  for (const [, path] of files) {
    // It counts in the very first line only.
    const code = await readFile(join(consoleFolder, path!), "utf8");
    expect(code.split("\n", 1)).toEqual(["//# allFunctionsCalledOnLoad"]);
  }
});

test("what runs before the catalog is there has none of its texts: they would stay English", async () => {
  await buildConsole();
  const html = await readFile(join(consoleFolder, "index.html"), "utf8");
  const [, entry] = /src="\/(console-assets\/index-[\w-]+\.js)"/.exec(html)!;
  const code = await readFile(join(consoleFolder, entry!), "utf8");
  const texts = Object.keys(JSON.parse(await readFile("console/src/languages/de.json", "utf8")));
  const words = texts.filter((text) => /\p{L}/u.test(text));
  expect(words.filter((text) => code.includes(`\`${text}\``))).toEqual([]);
});

test("the page has no inline script, style element or style attribute, and names no other host", async () => {
  await buildConsole();
  const html = await readFile(join(consoleFolder, "index.html"), "utf8");
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
  expect(html).toContain('nonce="__NONCE__"');
  const files = await readdir(consoleFolder, { recursive: true });
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
});
