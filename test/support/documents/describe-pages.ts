import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { snippetsOf } from "#api/pages/docs/guide/blocks";

import { createDatabase, dropDatabase } from "../database/database.ts";
import { pagesMissing } from "./missing.ts";
import { runPage } from "./run-page.ts";
import { shellBlocks } from "./shell-blocks.ts";
import { freePorts } from "../service/free-ports.ts";
import { startListeningService } from "../service/listening-service.ts";
import { startShopStandIn } from "../woocommerce/woocommerce-stand-in.ts";

const root = join(import.meta.dirname, "../../..");
const pages = [
  "README.md",
  ...["docs/guide", "docs/reference"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(folder, file)),
  ),
].map((page) => ({ page, blocks: shellBlocks(readFileSync(join(root, page), "utf8")) }));

/** Values that a page uses for the service that its commands run against. */
const settingsOf = (shop: string): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  "docs/guide/gateways.md": {
    TIDINGS_GATEWAY: "failover(sandbox://default?name=main sandbox://default?name=spare)",
  },
  "docs/guide/forms.md": { TIDINGS_PUBLIC_URL: "https://sms.example.com" },
  "docs/guide/personal-texts.md": { TIDINGS_PUBLIC_URL: "https://sms.example.com" },
  "docs/guide/operate.md": {
    TIDINGS_GATEWAY: "sandbox://default?name=main&receipt_ms=5",
    TIDINGS_COMMERCE: shop,
  },
  "docs/guide/woocommerce.md": { TIDINGS_COMMERCE: shop, TIDINGS_COUNTRY: "US" },
});

/** Pages whose calls the running service also shows in TypeScript and Python, and that need no other command first. */
const inOthers = ["first-message", "campaigns", "privacy"].map((name) => `docs/guide/${name}.md`);

const runnable = pages.filter(({ blocks }) => blocks.some(({ notRun }) => notRun === null));

/** Every `parts`-th page from the `nth` on: each part is a file of its own, so that several run at a time. */
export async function describePages(nth: number, parts: number): Promise<void> {
  const shop = await startShopStandIn();
  afterAll(() => shop.close());
  const settings = settingsOf(shop.dsn());
  const own = <One>(all: readonly One[]): One[] => all.filter((_, index) => index % parts === nth);

  describe.skipIf(pagesMissing !== null)("the pages", () => {
    test("are run if they have commands, and say why if they are not", () => {
      expect(runnable.length).toBeGreaterThan(9);
      const left = pages.flatMap(({ blocks }) => blocks.filter(({ notRun }) => notRun !== null));
      for (const { notRun } of left) expect(notRun!.length).toBeGreaterThan(10);
    });

    test.each(own(runnable))("$page: every command works, in the order of the page", async ({ page, blocks }) => {
      await besideService(settings[page], async ({ settings: given, replace, credentials, api }) => {
        const environment = { ...given, TIDINGS: credentials, API: api };
        const { code, output } = await runPage(blocks, { replace, environment });
        expect(code, output).toBe(0);
      });
    });

    const languages = [
      ["TypeScript", [process.execPath, "--input-type=module-typescript"]],
      ["Python", ["python3", "-"]],
    ] as const;
    const programs = languages.flatMap(([language, command]) => inOthers.map((page) => ({ page, language, command })));
    test.each(own(programs))("$page: the same calls work in $language", async ({ page, language, command }) => {
      await besideService({}, async ({ replace, api }) => {
        const { blocks } = runnable.find((one) => one.page === page)!;
        const snippets = snippetsOf(api);
        const start = snippets(`export API=${api}`).find((one) => one.language === language)!.text;
        const calls = blocks
          .filter(({ notRun, status, until }) => notRun === null && status === null && until === null)
          .map(({ text }) => snippets(text).find((one) => one.language === language)?.text ?? "")
          .filter((text) => !text.includes(FUNCTION[language]));
        expect(calls.filter(Boolean).length).toBeGreaterThan(0);
        const program = replace.reduce(
          (done, [placeholder, value]) => done.replaceAll(placeholder, value),
          [start, ...calls].join("\n"),
        );
        const { code, output } = await runProgram(command, program);
        expect(code, output).toBe(0);
      });
    });
  });
}

/** How a program begins: once, however often the page repeats it. */
const FUNCTION = { TypeScript: "async function call", Python: "def call" } as const;

async function runProgram([program, ...args]: readonly [string, ...string[]], text: string) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (output += data.toString()));
  child.stdin.end(text);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/** A separate service for the page, with the values that replace its address and credentials. */
async function besideService(
  more: Readonly<Record<string, string>> | undefined,
  work: (service: {
    readonly settings: Readonly<Record<string, string>>;
    readonly replace: readonly (readonly [string, string])[];
    readonly credentials: string;
    readonly api: string;
  }) => Promise<void>,
): Promise<void> {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-pages-"));
  const settings = {
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5",
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    ...more,
  };
  const service = await startListeningService(settings);
  try {
    const [port] = await freePorts(1);
    const credentials = `${service.admin.user}:${service.admin.password}`;
    const replace = [
      ["admin:abcd EFGH 1234 ijkl MNOP 5678", credentials],
      ["http://127.0.0.1:8080", service.url],
      ["9000", String(port)],
      ["/var/backups", folder],
      ["people.csv", join(folder, "people.csv")],
      ["/var/lib/tidings-new", join(folder, "new")],
    ] as const;
    await work({ settings, replace, credentials, api: `${service.url}/svc/v1` });
  } finally {
    await service.stop();
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
}
