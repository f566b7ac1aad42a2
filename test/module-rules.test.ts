import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { modules, type ModuleRules } from "../module-rules.ts";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const table: Readonly<Record<string, ModuleRules>> = modules;
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".d.ts"),
);
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)import\s+"([^"]+)"/g;

type Import = { readonly file: string; readonly target: string };

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), "utf8");
  return [...text.matchAll(IMPORT)].map((match) => ({
    file,
    target: match[1] ?? match[2] ?? match[3]!,
  }));
}

function issue({ file, target }: Import): string | null {
  const [name = ""] = file.split("/");
  if (!file.includes("/")) return null;
  const module = table[name];
  if (!module) return `${file}: the module ${name} is not in module-rules.ts`;
  if (target.startsWith(".")) {
    const inside = relative(join(source, name), resolve(source, dirname(file), target));
    return inside.startsWith("..") ? `${file}: ${target} is outside its module: use #` : null;
  }
  if (target.startsWith("#")) {
    const other = target.slice(1).split("/")[0]!;
    return module.imports.includes(other) ? null : `${file}: ${name} may not import ${target}`;
  }
  const bare = target.startsWith("node:")
    ? target
    : target
        .split("/")
        .slice(0, target.startsWith("@") ? 2 : 1)
        .join("/");
  return module.packages.includes(bare) ? null : `${file}: ${name} may not use the package ${bare}`;
}

/** The file that an import names; null for a package. */
function fileOf({ file, target }: Import): string | null {
  if (target.startsWith("#")) return `${target.slice(1)}.ts`;
  return target.startsWith(".") ? relative(source, resolve(source, dirname(file), target)) : null;
}

describe("the module rules", () => {
  test("every import is one that module-rules.ts allows", () => {
    const product = files.filter((file) => !file.endsWith(".test.ts"));
    expect(product.flatMap(importsOf).map(issue).filter(Boolean)).toEqual([]);
  });

  test("no file depends on itself: imports form no cycle, including type imports", () => {
    const product = files.filter((file) => !file.endsWith(".test.ts"));
    const needs = new Map(
      product.map((file) => [
        file,
        importsOf(file)
          .map(fileOf)
          .filter((target) => target !== null),
      ]),
    );
    // Files whose dependencies are all resolved are removed, until none is. What stays is in a cycle, or above one.
    for (let left = -1; left !== needs.size;) {
      left = needs.size;
      for (const [file, targets] of needs) if (!targets.some((target) => needs.has(target))) needs.delete(file);
    }
    expect([...needs.keys()]).toEqual([]);
  });

  test("no file is longer than 400 lines and the median stays under 130", () => {
    const lengths = files
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(source, file), "utf8").split("\n").length)
      .toSorted((a, b) => a - b);
    expect(lengths.at(-1)).toBeLessThanOrEqual(400);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(130);
  });

  test("clock, randomness and fetch are arguments everywhere but at the edge", () => {
    // The last writes programs for the reader of the documentation.
    const edge = /^(app|cli)\/|^main\.ts$|\.test\.ts$|^api\/pages\/docs\/guide\/snippets\.ts$/;
    const reach = /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)|(?<![.\w])fetch\(/;
    const bad = files.filter(
      (file) => !edge.test(file) && reach.test(withoutComments(readFileSync(join(source, file), "utf8"))),
    );
    expect(bad).toEqual([]);
  });

  test("code that decides that no response came has read the sockets once more: lib/deadline.ts sets all timeouts", () => {
    // Pauses, batching and pacing: being late there decides nothing about any response.
    const pauses = [
      // For the browser.
      "api/live/event-stream.ts",
      "api/pages/docs/script.ts",
      "app/http/listen.ts",
      "app/outbound/name-lookups.ts",
      "cli/gateway/test.ts",
      "cli/import.ts",
      "cli/serve.ts",
      "engine/dispatcher/sending.ts",
      "engine/receipt-applier.ts",
      "gateways/adapters/sandbox.ts",
      "gateways/adapters/smpp/deliver.ts",
      "gateways/adapters/smpp/link.ts",
      "gateways/adapters/smpp/throttle-pause.ts",
      "lib/group-commit.ts",
      "store/embedded/postmaster.ts",
      "store/embedded/processes.ts",
      "store/embedded/recover-server.ts",
      "store/embedded/supervise.ts",
      "store/pending-notifications.ts",
      "store/queries/newsletter/leave-lock.ts",
    ];
    const product = files.filter((file) => !file.endsWith(".test.ts") && file !== "lib/deadline.ts");
    const code = (file: string): string => withoutComments(readFileSync(join(source, file), "utf8"));
    expect(product.filter((file) => /AbortSignal\s*\.\s*timeout/.test(code(file)))).toEqual([]);
    const timers = product.filter((file) => /\bsetTimeout\b|node:timers/.test(code(file)));
    expect(timers.toSorted()).toEqual(pauses);
  });

  test("no SQL outside the store and no HTTP status in the domain", () => {
    const sql = /["'`]\s*(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\b/is;
    const outside = files.filter(
      (file) =>
        !/^store\/|\.test\.ts$/.test(file) && sql.test(withoutComments(readFileSync(join(source, file), "utf8"))),
    );
    expect(outside).toEqual([]);
    const domain = files.filter((file) => file.startsWith("domain/") && !file.endsWith(".test.ts"));
    expect(
      domain.filter((file) => /\bstatus(Code)?: ?[2-5]\d\d\b/.test(readFileSync(join(source, file), "utf8"))),
    ).toEqual([]);
  });

  test("a prepared statement's name belongs to one statement: a session refuses another under it", () => {
    // As the calls are written: a name, or one of two, and then the text or a reference to it.
    const call =
      /\.query(?:<[^()]*>)?\(\s*([^,()"`]*(?:"[^"]*"|`[^`]*`)[^,()]*),\s*("[^"]*"|`[^`]*`|[\w.?: ]+(?:\([^()]*\))?),/g;
    const statements = new Map<string, Set<string>>();
    for (const file of files.filter((one) => one.startsWith("store/") && !one.endsWith(".test.ts"))) {
      for (const [, named, text] of readFileSync(join(source, file), "utf8").matchAll(call)) {
        const written = /^["`]/.test(text!) ? text! : `${text} of ${file}`;
        for (const [, name] of named!.matchAll(/["`]([^"`]+)["`]/g)) {
          statements.set(name!, (statements.get(name!) ?? new Set()).add(written));
        }
      }
    }
    expect(statements.size).toBeGreaterThan(150);
    expect([...statements].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:])\/\/.*$/gm, "$1");
}
