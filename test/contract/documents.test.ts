import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { readFields } from "#api/request/read-fields";
import { endpoints, type EndpointDeps } from "#api/v1/index";
import { settings } from "#app/config/settings";
import { ofBacklog, ofCalls, ofMessages, ofPool } from "#app/metrics/families";
import { runCli } from "#cli/main";
import { errors } from "#contract/errors";
import { limits } from "#contract/limits";
import { capabilities } from "#domain/access/capability";
import { alertKinds } from "#domain/alerts/alert";
import { webhookTypes } from "#domain/webhooks/types";

import { modules } from "../../module-rules.ts";
import { shellBlocks } from "../support/documents/shell-blocks.ts";

const root = join(import.meta.dirname, "../..");
const documents = [
  ...[
    "README",
    "ARCHITECTURE",
    "CONTRIBUTING",
    "SECURITY",
    "CHANGELOG",
    "bench/README",
    "examples/README",
    "packages/client/README",
  ].map((name) => `${name}.md`),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
].map((file) => [file, readFileSync(join(root, file), "utf8")] as const);

/** A variable of a receiver, and one of the tests. */
const elsewhere = new Set(["TIDINGS_WEBHOOK_SECRET", "TIDINGS_TEST_WORDPRESS"]);
/**
 * What the companion creates on a WordPress site for itself: capability and role of the service's own account there.
 */
const onTheSite = new Set(["svc_recipients", "svc_service"]);

const routes = endpoints({} as EndpointDeps);
const prose = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, "");
/** As the common Markdown renderers do it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll("`", "")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
const anchorsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchor(match[1]!));

/** The lines of shell blocks, with continued lines joined. */
const commands = (text: string): string[] =>
  shellBlocks(text).flatMap((block) => block.text.replaceAll("\\\n", " ").split("\n"));

describe.each(documents)("%s", (file, text) => {
  test("links to files and headings that exist", () => {
    for (const [, target] of prose(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path, heading] = target!.split("#");
      const full = path === "" ? join(root, file) : join(root, dirname(file), path!);
      expect(existsSync(full), `${target} in ${file}`).toBe(true);
      if (heading !== undefined) expect(anchorsOf(readFileSync(full, "utf8")), target).toContain(heading);
    }
  });

  test("names variables, capabilities and files that exist", () => {
    for (const [name] of text.matchAll(/\bTIDINGS_[A-Z_]+\b/g)) {
      if (!elsewhere.has(name)) expect(Object.keys(settings.shape), file).toContain(name);
    }
    for (const [, name] of text.matchAll(/`(svc_[a-z]+)`/g)) {
      if (!onTheSite.has(name!)) expect(capabilities, file).toContain(name);
    }
    for (const [, path] of prose(text).matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)) {
      expect(existsSync(join(root, path!)), `${path} in ${file}`).toBe(true);
    }
  });

  test("has curl lines that the service would accept", () => {
    for (const command of commands(text).filter((one) => one.startsWith("curl "))) {
      // The only variable within a body.
      const line = command.replace(`'"$URL"'`, "https://sms.example/m/file.vcf");
      const path = /(?:\$API|\/svc\/v1)(\/[^\s"'?]*)/.exec(line)?.[1];
      expect(path, line).toBeDefined();
      const body = /--json '([^']*)'/.exec(line)?.[1];
      const form = [...line.matchAll(/(?: -d|--data-urlencode) "?([\w_]+)=([^\s"]*)/g)].map(
        ([, name, value]) => [name!, value!] as const,
      );
      const method =
        /-X (\w+)/.exec(line)?.[1] ??
        (body !== undefined || (form.length > 0 && !line.includes("--get")) ? "POST" : "GET");
      const route = routes.find(
        (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path!),
      );
      expect(route, `${method} ${path} in ${file}`).toBeDefined();
      const query = [...new URLSearchParams(/\?([^"'\s]*)/.exec(line)?.[1] ?? "")];
      const given = new Map<string, unknown>([
        ...query,
        ...form,
        ...Object.entries(JSON.parse(body ?? "{}") as object),
      ]);
      const pathParameters = new Set([...route!.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
      const { issues, unknown } = readFields(route!.input, given);
      expect(unknown, line).toEqual([]);
      // The call that the guide shows as refused is refused.
      if (line.includes("ThisIsTooLong")) expect(issues.map(({ field }) => field)).toContain("sender");
      else
        expect(
          issues.filter(({ field }) => !pathParameters.has(field)),
          line,
        ).toEqual([]);
    }
  });
});

describe("the command line in the documents", () => {
  const printed = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    await runCli(args, { out: (line) => void lines.push(line), err: () => undefined, environment: {} });
    return lines.join("\n");
  };
  const calls = documents.flatMap(([file, text]) =>
    [...text.matchAll(/\bnpx tidings ([a-z][a-z-]*)([^|#`\n]*)/g)].map(([line, command, rest]) => ({
      file,
      line,
      command: command!,
      words: rest!.replaceAll(/"[^"]*"/g, ""),
    })),
  );

  test("has commands that exist, with actions and options that their help names", async () => {
    expect(calls.length).toBeGreaterThan(30);
    for (const { file, line, command, words } of calls) {
      const usage = await printed("help", command);
      expect(usage, `${line} in ${file}`).not.toBe("");
      const action = /^ ([a-z][a-z-]+)(?= |$)/.exec(words)?.[1];
      if (action && /^tidings [a-z-]+ [a-z]/.test(usage)) expect(usage, line).toContain(`tidings ${command} ${action}`);
      for (const [option] of words.matchAll(/(?<= )--[a-z][a-z-]*/g)) expect(usage, line).toContain(option);
    }
  });

  test("omits no command", async () => {
    const text = documents.map(([, one]) => one).join("\n");
    const commands = [...(await printed("help")).matchAll(/^ {2}([a-z-]+) {2}/gm)].map((match) => match[1]!);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands)
      expect(text, command).toMatch(new RegExp(`(npx |\`)tidings ${command}\\b|main\\.ts ${command}\\b`));
  });
});

test("the module overview has every module", () => {
  const [, architecture] = documents.find(([file]) => file === "ARCHITECTURE.md")!;
  for (const space of Object.keys(modules)) expect(architecture).toMatch(new RegExp(`^\\| .*\`${space}\`.* \\|`, "m"));
});

test("the index of decisions has every decision, once", () => {
  const folder = join(root, "docs/decisions");
  const index = readFileSync(join(folder, "README.md"), "utf8");
  const files = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
  for (const file of files) expect(index.split(`| [${file.slice(0, 4)}](${file})`).length, file).toBe(2);
  expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
});

test("error codes that a document names are in the catalog", () => {
  const known = Object.keys(errors);
  const [file, text] = documents.find(([name]) => name === join("docs", "reference", "http.md"))!;
  for (const code of [
    "unknown_parameter",
    "idempotency_in_flight",
    "idempotency_mismatch",
    "already_created",
    "use_cursor",
  ]) {
    expect(text, relative(root, file)).toContain(code);
    expect(known).toContain(code);
  }
});

test("limits that are given in prose are the real limits", () => {
  const text = documents.map(([, one]) => one).join("\n");
  expect(text).toContain(`at most ${limits.perPage}; more is cut`);
  expect(text).toContain(`${limits.messageUnits.toLocaleString("en")} units and ${limits.messageSegments} segments`);
  expect(text).toContain(`kept for ${limits.idempotencyHours} hours`);
});

test("the toolbox of Write a gateway has files and functions that exist", () => {
  const [, text] = documents.find(([name]) => name === join("docs", "guide", "write-a-gateway.md"))!;
  const table = /^## The toolbox\n\n(?:\|.*\n)+/m.exec(text)![0];
  const rows = [...table.matchAll(/^\| `([\w-]+)`: ([^|]*) \| ([^|]*)/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, file, functions, purpose] of rows) {
    const path = join(root, "src/gateways/shared", `${file!}.ts`);
    expect(existsSync(path), path).toBe(true);
    const exported = [...readFileSync(path, "utf8").matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
      ([, name]) => name,
    );
    for (const [, name] of `${functions!}${purpose!}`.matchAll(/`(\w+)`/g)) expect(exported, file).toContain(name);
  }
});

test("log lines that Monitor explains are lines of the code", () => {
  const [, text] = documents.find(([name]) => name === join("docs", "guide", "monitor.md"))!;
  const table = /^\| `msg` [^]*?\n\n/m.exec(text)![0];
  const explained = table.split("\n").flatMap((row) => [...(row.split("|")[1]?.matchAll(/`([^`]+)`/g) ?? [])]);
  const code = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(root, "src", file), "utf8"))
    .join("\n");
  const lines = explained.map(([, line]) => line!).filter((line) => line !== "msg");
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !code.includes(`"${line}"`))).toEqual([]);
});

test("Monitor explains every metric of the service, and no other", () => {
  const metrics: string[] = [];
  const define = (name: string): void => void metrics.push(name);
  const unused = {} as never;
  for (const family of [ofMessages, ofCalls, ofBacklog, ofPool]) family(define, unused);
  const [, text] = documents.find(([name]) => name === join("docs", "guide", "monitor.md"))!;
  const table = /^\| metric `tidings_…` [^]*?\n\n/m.exec(text)![0];
  const explained = [...table.matchAll(/`([a-z_]+)(?:\{[a-z,]+\})?`/g)].map(([, name]) => name!);
  expect(metrics.length).toBeGreaterThan(15);
  expect(metrics.filter((name) => !explained.includes(name))).toEqual([]);
  // Values of labels are explained beside them.
  const values = ["sent", "failed", "unknown", "retried", "returned"];
  expect(explained.filter((name) => !metrics.includes(name) && !values.includes(name))).toEqual([]);
});

test("comments of the code name documents that exist", () => {
  const comments = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ts|sql)$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(root, "src", file), "utf8").split("\n");
      return lines.filter((line) => /^\s*(?:\/\/|\/?\*|--)/.test(line)).map((line) => [file, line] as const);
    });
  const named = comments.flatMap(([file, line]) => [...line.matchAll(/[\w./-]+\.md\b/g)].map(([path]) => [file, path]));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, path]) => !["", "docs"].some((folder) => existsSync(join(root, folder, path!))))).toEqual([]);
});

const readiness = readFileSync(join(root, "src/app/readiness/readiness.ts"), "utf8");
const writes = readFileSync(join(root, "src/app/readiness/writes.ts"), "utf8");

test.each([
  ["application-passwords", "capability", capabilities],
  ["webhooks", "type", webhookTypes],
  ["alerts", "kind", alertKinds],
  ["many-nodes", "check", [...`${readiness}${writes}`.matchAll(/\bname: "([a-z ]+)"/g)].map(([, name]) => name!)],
])("the table of docs/guide/%s.md lists every %s", (name, heading, listed) => {
  const [, text] = documents.find(([file]) => file === join("docs", "guide", `${name}.md`))!;
  const table = new RegExp(`^\\| ${heading} +\\|.*\n(?:\\|.*\n)+`, "m").exec(text)![0];
  const rows = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, row]) => row!);
  expect(rows.toSorted()).toEqual([...new Set(listed)].toSorted());
});
