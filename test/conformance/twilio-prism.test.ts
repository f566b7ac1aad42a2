import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Gateway, OutgoingSms } from "#domain/ports/gateway";
import type { Phone } from "#domain/recipients/phone";
import { openGateways } from "#gateways/open";
import { twilio } from "#gateways/adapters/twilio";

// The vendor's file is not part of the project: without it there is nothing to compare with.
const root = join(import.meta.dirname, "../..");
const spec = join(root, "../shared/specs/twilio/twilio_api_v2010.json");
const reason = existsSync(spec) ? null : "the vendor's OpenAPI file is not beside this checkout";
if (reason) process.stderr.write(`skipped: Twilio against its OpenAPI description: ${reason}\n`);

const FORM = "application/x-www-form-urlencoded";
type Description = {
  paths: Record<string, { post: { requestBody: { content: Record<string, { encoding?: unknown }> } } }>;
};

const SID = "AC0123456789abcdef0123456789abcdef";

describe.skipIf(reason !== null)("Twilio's own description of its API, played by Prism", () => {
  let prism: ChildProcess;
  let host = "";
  let folder = "";

  beforeAll(async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    host = `127.0.0.1:${port}`;
    // OpenAPI 3 §4.8.15 makes repeated form fields an array by default; Prism 5.14 does so only where it is spelled out.
    const described = JSON.parse(await readFile(spec, "utf8")) as Description;
    const form = described.paths["/2010-04-01/Accounts/{AccountSid}/Messages.json"]!.post.requestBody.content[FORM]!;
    form.encoding = { MediaUrl: { style: "form", explode: true } };
    folder = await mkdtemp(join(tmpdir(), "prism-"));
    const file = join(folder, "twilio.json");
    await writeFile(file, JSON.stringify(described));
    const cli = join(root, "node_modules/@stoplight/prism-cli/dist/index.js");
    prism = spawn(process.execPath, [cli, "mock", "-h", "127.0.0.1", "-p", String(port), "--errors", file], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    await new Promise<void>((resolve, reject) => {
      let said = "";
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("Prism is listening")) resolve();
      };
      prism.stdout!.on("data", hear);
      prism.stderr!.on("data", hear);
      prism.once("exit", (code) => reject(new Error(`Prism ended with ${code}: ${said.slice(-500)}`)));
    });
  }, 60_000);

  afterAll(async () => {
    if (prism && prism.exitCode === null) {
      const gone = new Promise((resolve) => prism.once("close", resolve));
      prism.kill();
      await gone;
    }
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const open = (query: string, sid = SID): Gateway =>
    openGateways(`twilio+http://${sid}:token@${host}?${query}`, [twilio], () => ({
      fetch,
      clock: { now: () => Date.now() },
      random: Math.random,
      news: async () => {},
      log: () => {},
    })).gateways[0]!.gateway;
  const sms = (more: Partial<OutgoingSms> = {}): OutgoingSms => ({
    ref: "ref-1",
    to: "+447400123456" as Phone,
    text: "Grüße 😀",
    encoding: "ucs2",
    segments: 1,
    flash: false,
    media: [],
    ...more,
  });

  test.each([
    ["the least", "from=%2B15005550006", sms()],
    [
      "everything",
      "from=ACME",
      sms({
        media: ["https://example.org/a.png", "https://example.org/b.png"],
        validFor: 999_999,
        receiptUrl: "https://sms.example.org/svc/v1/receipts/main?t=abc",
      }),
    ],
    ["media without a text", "from=ACME", sms({ text: "", media: ["https://example.org/a.png"] })],
    ["a Messaging Service", "messaging_service=MG0123456789abcdef0123456789abcdef", sms({ validFor: 0.5 })],
    ["a sender of its own", "messaging_service=MG0123456789abcdef0123456789abcdef", sms({ from: "ACME" })],
  ])("a request with %s is valid, and its answer is understood", async (_what, query, each) => {
    expect(await open(query).send([each])).toMatchObject([
      { kind: "accepted", providerIds: [expect.stringMatching(/^SM/)], segments: 1 },
    ]);
  });

  test("an account that cannot be one is refused and not sent again", async () => {
    const [outcome] = await open("from=ACME", "nonsense").send([sms()]);
    expect(["rejected", "stop"]).toContain(outcome!.kind);
  });

  test("the balance is read", async () => {
    expect(await open("from=ACME").credit!()).toEqual({ amount: "0.05", unit: "USD", currency: "USD" });
  });
});
