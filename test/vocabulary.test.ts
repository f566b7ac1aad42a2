import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * Words that only this repository once used, with the field's term. A newcomer who knows queues, SMS and Node meets
 * none of them in a name. Matched against the parts of an identifier: `house` finds `openHouse` and not `warehouse`.
 */
const names: Readonly<Record<string, string>> = {
  bell: "notification",
  bells: "notifications",
  book: "repository",
  desk: "state",
  doubted: "degraded",
  examine: "check",
  finding: "check result",
  findings: "check results",
  furnish: "create",
  hole: "path parameter",
  holes: "path parameters",
  house: "service",
  lane: "priority",
  lanes: "priorities",
  licence: "license",
  licences: "licenses",
  obey: "honor",
  obeyed: "honored",
  retreat: "release",
  rig: "harness",
  ring: "notify",
  room: "module, or what is counted: bytes, slots",
  rooms: "modules",
  scene: "fixture",
  sorter: "router",
  sorters: "routers",
  spares: "isProbing",
  ticket: "in-flight delivery",
  tickets: "in-flight deliveries",
  told: "response, result or reported",
  unproven: "unauthenticated",
  verb: "command",
  way: "route",
  ways: "routes",
  withdraw: "cancel",
  withdrawal: "cancellation",
  withdrawals: "cancellations",
  withdrawer: "cancellation worker",
};

/** In the service and the console: a test may inject faults. */
const productNames: Readonly<Record<string, string>> = {
  ...names,
  ask: "request, query or prompt",
  asked: "requested, or what was requested",
  asking: "in progress, or who requests",
  barred: "denied",
  dearest: "most expensive",
  fallen: "unauthorized",
  fate: "outcome",
  fates: "outcomes",
  fault: "issue (of a parameter), DomainError or HttpError",
  faults: "issues",
  fitness: "health, status",
  ghost: "placeholder",
  ghosts: "placeholders",
  hurried: "urgent",
  idlers: "what waits until nothing is under way",
  lent: "pooled, or shared",
  said: "the wording, or what it is about",
  stranger: "unauthenticated caller, or new person",
  strangers: "unauthenticated callers, or new people",
  tell: "send, report or notify",
  tells: "sends, reports or notifies",
  unsaid: "unknown",
  worthwhile: "the minimum: of a batch, of a mark",
};

/** Phrases of comments, messages and documents. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:the|a|this|our) house(?:'s)?\b/i, "the service"],
  [/\bbells?\b/i, "notification"],
  // In quotes it is the purpose of a key, or a row of an old database.
  [/(?<!")\blicence/i, "license"],
  [/\blanes?\b/i, "priority"],
  [/\bsorters?\b/i, "router"],
  [/\bwithdraw(?:al|als|er)\b/i, "cancellation"],
  [/\b(?:handOver|handedOver)\b/, "share, store or release"],
  // American spelling, as on the wire. Statuses of providers and shops are in quotes.
  [/colour|behaviour|favour|neighbour|recognis|judgement|misspelt|catalogue|fulfil(?!l)/i, "American spelling"],
  [/\b(?:for ever|towards|look-ups?|time-outs?)\b/i, "forever, toward, lookup, timeout"],
];

/** The vendors' own fields, the WordPress hooks and the columns of old migrations keep their names. */
const foreign =
  /^(?:src\/store\/migrations\/|docs\/decisions\/|CHANGELOG\.md|package-lock\.json|openapi\.json|test\/vocabulary\.test\.ts|test\/client\/)/;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(?:tsx?|md|php|sh)$/.test(file) && !foreign.test(file) && existsSync(`${root}${file}`));

/** The code without its comments and without quoted strings: names alone. */
function namesIn(text: string): string[] {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/"(?:\\.|[^"\\\n])*"/g, '""')
    .replaceAll(/`(?:\\.|[^`\\])*`/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => code).join(" "),
    )
    .replaceAll(/(?<!:)\/\/[^\n]*/g, " ")
    .replaceAll(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/g, " ");
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

const partsOf = (name: string): string[] => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];

test("names are made of the field's words", () => {
  const found = new Set<string>();
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    for (const name of namesIn(readFileSync(`${root}${file}`, "utf8"))) {
      const list = /^(?:console\/)?src\//.test(file) && !file.endsWith(".test.ts") ? productNames : names;
      const part = partsOf(name).find((one) => Object.hasOwn(list, one.toLowerCase()));
      if (part) found.add(`${file}: ${name} (${list[part.toLowerCase()]})`);
    }
  }
  expect([...found].toSorted()).toEqual([]);
});

test("files and folders are named in the field's words", () => {
  const found = files.filter((file) => file.split(/[/.-]/).some((part) => Object.hasOwn(names, part)));
  expect(found).toEqual([]);
});

test("comments, messages and documents use the field's words", () => {
  const found: string[] = [];
  for (const file of files) {
    for (const [index, line] of readFileSync(`${root}${file}`, "utf8").split("\n").entries()) {
      const phrase = phrases.find(([pattern]) => pattern.test(line));
      if (phrase) found.push(`${file}:${index + 1}: ${line.trim()} (${phrase[1]})`);
    }
  }
  expect(found).toEqual([]);
});
