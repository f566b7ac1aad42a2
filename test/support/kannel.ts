import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Why the tests with Kannel cannot run here, or null. Under CI_FULL=1 its absence is a failure. */
export const kannelMissing: string | null = look();

function look(): string | null {
  try {
    for (const box of ["bearerbox", "smsbox"]) execFileSync("which", [box], { stdio: "ignore" });
    return null;
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return "Debian package kannel is not installed";
  }
}

/** One text for Kannel's sendsms; see its user guide for `coding` and `dlr-mask`. */
export type KannelText = Readonly<Record<string, string>>;

/**
 * Starts Kannel (bearerbox and smsbox) as an SMPP client of the SMSC on `smscPort`, on free ports of its own,
 * and resolves when it takes texts. `receipts` fills with the `d` of each delivery report it was called with.
 */
export async function startKannel(smscPort: number) {
  const folder = await mkdtemp(join(tmpdir(), "kannel-"));
  const [admin, smsbox, sendsms] = await freePorts(3);
  const reports: URLSearchParams[] = [];
  const waiters = new Set<() => void>();
  const listener = createServer((request: IncomingMessage, response) => {
    reports.push(new URL(request.url!, "http://127.0.0.1").searchParams);
    response.end();
    for (const wake of waiters) wake();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const callback = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;

  const file = join(folder, "kannel.conf");
  await writeFile(file, configuration({ admin: admin!, smsbox: smsbox!, sendsms: sendsms!, smsc: smscPort }));
  const boxes: ChildProcess[] = [];
  // Each box is ready when it says so; started too early, smsbox gives up.
  boxes.push(await startBox("bearerbox", file, folder, /MAIN: Start-up done/));
  boxes.push(await startBox("smsbox", file, folder, /Connected to bearerbox/));

  return {
    reports,
    /** Sends one text; resolves with the status and body of sendsms. */
    async send(text: KannelText): Promise<{ status: number; body: string }> {
      const query = new URLSearchParams({ username: "tester", password: "foobar", charset: "UTF-8", ...text });
      if (text["dlr-mask"] !== undefined)
        query.set("dlr-url", `${callback}?d=%d&id=${encodeURIComponent(text["to"]!)}`);
      const response = await fetch(`http://127.0.0.1:${sendsms}/cgi-bin/sendsms?${query}`);
      return { status: response.status, body: await response.text() };
    },
    until(condition: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const check = (): void => {
          if (!condition()) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      });
    },
    async stop(): Promise<void> {
      for (const box of boxes.toReversed()) {
        if (box.exitCode !== null || box.signalCode !== null) continue;
        box.kill("SIGKILL");
        await once(box, "exit");
      }
      listener.closeAllConnections();
      listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startBox(name: string, file: string, cwd: string, ready: RegExp): Promise<ChildProcess> {
  const box = spawn(name, ["-v", "0", file], { cwd, stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    box.once("error", reject);
    box.once("exit", () => reject(new Error(`${name} ended: ${lines.slice(-20).join("\n")}`)));
    createInterface({ input: box.stderr! }).on("line", (line) => {
      if (lines.length < 500) lines.push(line);
      if (ready.test(line)) resolve();
    });
  });
  return box;
}

/** Ports that were free a moment ago: Kannel cannot choose them itself. */
async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createTcpServer().listen(0, "127.0.0.1"));
  await Promise.all(holders.map((holder) => once(holder, "listening")));
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port);
  await Promise.all(holders.map((holder) => once(holder.close(), "close")));
  return ports;
}

function configuration(ports: { admin: number; smsbox: number; sendsms: number; smsc: number }): string {
  return `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = bar
smsbox-port = ${ports.smsbox}
smsbox-interface = 127.0.0.1
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = ours
host = 127.0.0.1
port = ${ports.smsc}
transceiver-mode = true
smsc-username = kannel
smsc-password = secret
system-type = ""
interface-version = 34
max-pending-submits = 50
enquire-link-interval = 10
reconnect-delay = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.sendsms}
sendsms-interface = 127.0.0.1
global-sender = 13013

group = sendsms-user
username = tester
password = foobar
max-messages = 10
concatenation = true
default-smsc = ours
`;
}
