import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { pagesMissing } from "../../support/documents/missing.ts";
import { freePorts } from "../../support/service/free-ports.ts";
import { startListeningService, type ListeningService } from "../../support/service/listening-service.ts";
import type { Credentials } from "../../support/service/test-service.ts";
import { eventually } from "../../support/service/processes.ts";
import { callService } from "../../support/service/service.ts";

const examples = join(import.meta.dirname, "../../../examples");
const TOKEN = "a token & more";

/** Runs an example as its reader would; `said` is what it has printed so far. */
function run(command: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(command, args, {
    cwd: examples,
    env: { PATH: process.env["PATH"], ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (data) => (output += String(data)));
  child.stderr.on("data", (data) => (output += String(data)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    ended,
    said: () => output,
    async until(pattern: RegExp): Promise<string> {
      await eventually(() => {
        if (child.exitCode !== null) throw new Error(output);
        return pattern.test(output);
      });
      return pattern.exec(output)![1]!;
    },
    async end(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A client that goes away in the middle of its call; resolves once the program has had the time to notice. */
async function hangUp(port: number, headers = ""): Promise<void> {
  const whole = `POST / HTTP/1.1\r\nhost: localhost\r\n${headers}content-length: 100\r\n\r\n{`;
  const gone = connect(port, "127.0.0.1");
  await once(gone, "connect");
  await promisify(gone.write.bind(gone) as (text: string, done: () => void) => void)(whole);
  gone.resetAndDestroy();
  // What comes behind it on another connection is answered later than the end of this one is seen.
  await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.arrayBuffer());
}

describe.skipIf(pagesMissing !== null)("the examples", () => {
  let folder: string;
  let database: { readonly url: string };
  let service: ListeningService;
  let admin: Credentials;
  let gateway: ReturnType<typeof run>;
  let gatewayPort: number;
  let settings: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const [port, other] = await freePorts(2);
    gatewayPort = Number(other);
    gateway = run(process.execPath, ["own-gateway.mjs"], { TOKEN, PORT: String(gatewayPort) });
    const dsn = await gateway.until(/TIDINGS_GATEWAY='(.+)'/);
    folder = await mkdtemp(join(tmpdir(), "tidings-examples-"));
    database = await createDatabase();
    service = await startListeningService({
      DATABASE_URL: database.url,
      TIDINGS_DATA: folder,
      TIDINGS_GATEWAY: `by(country=GB: ${dsn}; else: sandbox://default?receipt_ms=5)`,
      // Receipts return to the address it listens on.
      TIDINGS_LISTEN: `127.0.0.1:${port}`,
      TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    });
    ({ admin } = service);
    settings = { API: `${service.url}/svc/v1`, TIDINGS: `${admin.user}:${admin.password}` };
  });
  afterAll(async () => {
    await service?.stop();
    await gateway?.end();
    await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  test("the tour runs from its first call to its last", async () => {
    const tour = run("sh", ["curl-tour.sh"], settings);
    expect(await tour.ended, tour.said()).toBe(0);
    expect(tour.said()).toContain('"invalid_parameter"');
  });

  test.each([
    ["send.mjs", process.execPath],
    ["send.py", "python3"],
  ])("%s sends and sees the end, and says why it cannot", async (file, program) => {
    const good = run(program, [file, "+15005550000", "Hello"], settings);
    expect(await good.ended, good.said()).toBe(0);
    expect(good.said()).toMatch(/accepted for 1[\s\S]*completed/);
    const bad = run(program, [file, "12", "Hello"], settings);
    expect(await bad.ended).toBe(1);
    expect(bad.said()).toMatch(/^400 invalid_parameter: numbers\[0\] is too short for a phone number\.$/m);
    expect(bad.said()).not.toMatch(/^\s+at |Traceback/m);
  });

  test.each([
    ["webhook-receiver.mjs", process.execPath],
    ["webhook_receiver.py", "python3"],
  ])(
    "%s accepts what the service signs, and nothing else, and says that it needs the secret",
    async (file, program) => {
      const without = run(program, [file], { PORT: "0" });
      expect(await without.ended).not.toBe(0);
      expect(without.said()).toBe("WEBHOOK_SECRET must be the whsec_… that the registration has shown\n");
      const [port] = await freePorts(1);
      const url = `http://127.0.0.1:${port}/hook`;
      const hook = { webhook_url: url, type: ["message.delivered"] };
      const { body } = await callService(service, admin, "/webhook", hook);
      const receiver = run(program, [file], { WEBHOOK_SECRET: body.data.secret, PORT: String(port) });
      try {
        await receiver.until(/(listening)/);
        await callService(service, admin, "/send", { numbers: ["+15005550000"], message: "Hello" });
        await receiver.until(/message\.delivered (msg_\S+) \+15005550000 delivered/);
        const now = String(Math.floor(Date.now() / 1000));
        const forged = { "webhook-id": "evt_1", "webhook-timestamp": now, "webhook-signature": "v1,AAAA" };
        for (const headers of [forged, { "webhook-id": "evt_1" }]) {
          expect((await fetch(url, { method: "POST", body: "{}", headers })).status).toBe(401);
        }
        await hangUp(Number(port));
        expect((await fetch(url, { method: "POST", body: "{}", headers: forged })).status).toBe(401);
      } finally {
        await receiver.end();
      }
    },
  );

  test("a custom gateway sends, and its receipt comes back", async () => {
    const sent = await callService(service, admin, "/send", { numbers: ["+447400123456"], message: "Hello" });
    await gateway.until(/(sending to \+447400123456: Hello)/);
    await hangUp(gatewayPort, `authorization: Bearer ${TOKEN}\r\n`);
    await eventually(async () => {
      const { body: log } = await callService(service, admin, `/messages/${sent.body.data.message_id}`);
      return log.data.deliveries.delivered === 1;
    });
  });
});

test("every example is listed in their README", async () => {
  const readme = await readFile(join(examples, "README.md"), "utf8");
  const names = (await readdir(examples)).filter((name) => name !== "README.md");
  expect(names.filter((name) => !readme.includes(`](${name})`))).toEqual([]);
});
