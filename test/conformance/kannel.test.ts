import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createProbe } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { Gateway, Inbound, OutgoingSms, Receipt } from "#domain/ports/gateway";
import type { Phone } from "#domain/recipients/phone";
import { http } from "#gateways/adapters/http";
import { recipes } from "#gateways/adapters/http/recipes";
import { openGateways } from "#gateways/open";

/** Kannel answers within milliseconds; a busy machine may not. */
const PATIENT = { timeout: 10_000 };
const FAKE = "/usr/lib/kannel/test/fakesmsc";
const present = ["/usr/sbin/bearerbox", "/usr/sbin/smsbox", FAKE].every((path) => existsSync(path));
if (!present)
  process.stderr.write("skipped: the recipe for Kannel against a real Kannel: no packages kannel and kannel-extras\n");

describe.skipIf(!present)("the recipe for Kannel against a real Kannel", () => {
  const children: ChildProcess[] = [];
  const heard: (Receipt | Inbound)[] = [];
  const phones: string[] = [];
  let folder = "";
  let gateway: Gateway;
  let wrong: Gateway;
  let receiptUrl = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", receiptUrl);
    const news = gateway.receive!({
      method: "GET",
      url: url.href,
      headers: {},
      query: Object.fromEntries(url.searchParams),
      body: "",
    });
    if ("receipts" in news) heard.push(...news.receipts, ...news.inbound);
    response.end();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    receiptUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts/main?t=abc`;
    const [admin, box, smsc, sendsms] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    folder = await mkdtemp(join(tmpdir(), "kannel-"));
    const config = join(folder, "kannel.conf");
    await writeFile(
      config,
      configOf({ admin, box, smsc, sendsms, inbound: `${receiptUrl}&from=%p&to=%P&text=%b&id=%I` }),
    );
    const start = (command: string, ...given: string[]): ChildProcess => {
      const child = spawn(command, given, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      children.push(child);
      return child;
    };
    start("/usr/sbin/bearerbox", config);
    await listening(box);
    start("/usr/sbin/smsbox", config);
    await listening(sendsms);
    await listening(smsc);
    // One text from a person, then it prints what it is given to deliver.
    const fake = start(
      FAKE,
      "-H",
      "127.0.0.1",
      "-r",
      String(smsc),
      "-i",
      "1000",
      "-m",
      "1",
      "447400123456 13013 text STOP now",
    );
    const hear = (chunk: Buffer) => void phones.push(chunk.toString());
    fake.stdout!.on("data", hear);
    fake.stderr!.on("data", hear);

    const { dsn } = recipes.find(({ title }) => title.startsWith("Kannel"))!;
    const tools = { fetch, clock: { now: () => 0 }, random: () => 0, news: async () => {}, log: () => {} };
    const open = (text: string) => openGateways(text, [http], () => tools).gateways[0]!.gateway;
    const here = dsn.replace("127.0.0.1:13013", `127.0.0.1:${sendsms}`);
    gateway = open(here.replace("USER:PASSWORD", "tester:foobar"));
    wrong = open(here.replace("USER:PASSWORD", "tester:wrong"));
  }, 30_000);

  afterAll(async () => {
    await Promise.all(
      children.reverse().map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return undefined;
        const gone = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        return gone;
      }),
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const sms = (ref: string, text: string, encoding: "gsm7" | "ucs2" = "gsm7"): OutgoingSms => ({
    ref,
    to: "+447400123456" as Phone,
    text,
    encoding,
    segments: 1,
    flash: false,
    media: [],
    validFor: 600,
    receiptUrl,
  });

  test("a text is accepted, reaches the phone and its receipts come back by our reference", async () => {
    expect(await gateway.send([sms("ref-1", "Hello Kannel")])).toEqual([{ kind: "accepted", providerIds: [] }]);
    await expect.poll(() => phones.join(""), PATIENT).toContain("Hello Kannel");
    await expect
      .poll(() => heard.filter((each) => "ref" in each && each.ref === "ref-1"), PATIENT)
      .toMatchObject([{ state: "sent" }, { state: "delivered" }]);
  });

  test("a text in Cyrillic leaves as UCS-2", async () => {
    expect(await gateway.send([sms("ref-2", "Ж&d=1", "ucs2")])).toMatchObject([{ kind: "accepted" }]);
    await expect.poll(() => heard.filter((each) => "ref" in each && each.ref === "ref-2").length, PATIENT).toBe(2);
  });

  test("a text that a person sends comes in", async () => {
    await expect
      .poll(() => heard.find((each) => "text" in each), PATIENT)
      .toMatchObject({ from: "447400123456", to: "13013", text: "STOP now" });
  });

  test("a wrong password stops the gateway", async () => {
    expect(await wrong.send([sms("ref-3", "x")])).toMatchObject([
      { kind: "stop", code: "http_403", reason: "Authorization failed for sendsms" },
    ]);
  });
});

async function freePort(): Promise<number> {
  const probe = createProbe();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function listening(port: number): Promise<void> {
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => (socket.destroy(), resolve(true)));
      socket.once("error", () => resolve(false));
    });
  await vi.waitUntil(answers, { timeout: 10_000 });
}

function configOf(ports: { admin: number; box: number; smsc: number; sendsms: number; inbound: string }): string {
  return `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = bar
smsbox-port = ${ports.box}
smsbox-interface = 127.0.0.1
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
dlr-storage = internal
log-level = 3

group = smsc
smsc = fake
smsc-id = fake1
port = ${ports.smsc}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.sendsms}
sendsms-interface = 127.0.0.1
global-sender = 13013
log-level = 3

group = sendsms-user
username = tester
password = foobar
max-messages = 10
concatenation = true
default-smsc = fake1

group = sms-service
keyword = default
get-url = "${ports.inbound}"
accept-x-kannel-headers = true
max-messages = 0
catch-all = true
`;
}
