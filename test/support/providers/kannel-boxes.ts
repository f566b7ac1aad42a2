import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Kannel's own SMSC, from the package kannel-extras. */
export const FAKE_SMSC = "/usr/lib/kannel/test/fakesmsc";

export type Ports = { readonly admin: number; readonly smsbox: number; readonly sendsms: number };

/** Starts one box; its log reports when it is ready; `verbosity` as its `-v`. */
export async function startBox(
  name: "bearerbox" | "smsbox",
  file: string,
  cwd: string,
  verbosity: number,
): Promise<ChildProcess> {
  const ready = name === "bearerbox" ? /MAIN: Start-up done/ : /Connected to bearerbox/;
  const box = spawn(name, ["-v", String(verbosity), file], { cwd, stdio: ["ignore", "ignore", "pipe"] });
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

/** As after a power cut. */
export async function killBox(box: ChildProcess | null): Promise<void> {
  if (!box || box.exitCode !== null || box.signalCode !== null) return;
  box.kill("SIGKILL");
  await once(box, "exit");
}

/** Bearerbox and smsbox on loopback, with one user for sendsms; `core` are further lines of the first group. */
export const boxGroups = (ports: Ports, core = "dlr-storage = internal"): string => `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = bar
smsbox-port = ${ports.smsbox}
smsbox-interface = 127.0.0.1
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
${core}

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

/** An SMSC of SMPP 3.4 on this machine, without its `group` and `smsc-id`. */
export const smppLines = (smsc: {
  readonly port: number;
  readonly user: string;
  readonly window: number;
  readonly enquireSeconds: number;
}): string => `smsc = smpp
host = 127.0.0.1
port = ${smsc.port}
transceiver-mode = true
smsc-username = ${smsc.user}
smsc-password = secret
system-type = ""
interface-version = 34
max-pending-submits = ${smsc.window}
enquire-link-interval = ${smsc.enquireSeconds}
reconnect-delay = 1`;

/** fakesmsc as an SMSC that connects to this port. */
export const fakeLines = (port: number): string => `smsc = fake
port = ${port}
connect-allow-ip = 127.0.0.1`;
