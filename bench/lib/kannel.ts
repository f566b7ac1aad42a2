import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePorts } from "../../test/support/service/free-ports.ts";
import {
  boxGroups,
  FAKE_SMSC,
  fakeLines,
  killBox,
  smppLines,
  startBox,
  type Ports,
} from "../../test/support/providers/kannel-boxes.ts";
import { cpuMicros } from "./cpu.ts";
import { isInstalled } from "./machine.ts";

/** Why Kannel cannot run on this machine, or null. */
export const kannelMissing: string | null =
  isInstalled("bearerbox") && isInstalled("smsbox") && isInstalled(FAKE_SMSC)
    ? null
    : "Kannel is not installed: apt-get install --no-install-recommends kannel kannel-extras";

export type BenchKannel = {
  readonly url: string;
  cpu(): { readonly bearerbox: number; readonly smsbox: number };
  /** Numbers that reached the SMSC, in order, once no more arrive. */
  arrived(): Promise<readonly string[]>;
  stop(): Promise<void>;
};

/** What Kannel sends through: its own fakesmsc, or a stub of ours with a maximum of unanswered messages. */
export type KannelLink =
  | { readonly kind: "fake" }
  | { readonly kind: "http" | "smpp"; readonly port: number; readonly window: number };

/** Bearerbox with `store-type = file`, smsbox, and an SMSC, on free ports. */
export async function startKannel(link: KannelLink = { kind: "fake" }): Promise<BenchKannel> {
  const folder = await mkdtemp(join(tmpdir(), "kannel-bench-"));
  const [admin, smsboxPort, sendsms, smsc] = await freePorts(4);
  const file = join(folder, "kannel.conf");
  await writeFile(
    file,
    configuration(folder, { admin: admin!, smsbox: smsboxPort!, sendsms: sendsms! }, linkLines(link, smsc!)),
  );
  const bearerbox = await startBox("bearerbox", file, folder, 1);
  const smsbox = await startBox("smsbox", file, folder, 1);

  const seen = join(folder, "seen.txt");
  const fake = link.kind === "fake" ? startFakeSmsc(folder, smsc!, seen) : null;

  return {
    url: `http://127.0.0.1:${sendsms}`,
    cpu: () => ({
      bearerbox: cpuMicros(bearerbox.pid!, { children: false }),
      smsbox: cpuMicros(smsbox.pid!, { children: false }),
    }),
    async arrived() {
      for (let before = -1, size = 0; size !== before;) {
        before = size;
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        size = statSync(seen).size;
      }
      const text = await readFile(seen, "utf8");
      return [...text.matchAll(/Got message \d+: <\S+ \+(\d+) /g)].map((match) => match[1]!);
    },
    async stop() {
      for (const one of [fake, smsbox, bearerbox]) await killBox(one);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startFakeSmsc(folder: string, port: number, seen: string): ChildProcess {
  const sink = openSync(seen, "w");
  // It requires a message to send itself: this one is ignored.
  const own = ["-i", "1", "-m", "1", "447700900123 13013 text hi"];
  const fake = spawn(FAKE_SMSC, ["-H", "127.0.0.1", "-r", String(port), ...own], {
    cwd: folder,
    stdio: ["ignore", sink, sink],
  });
  closeSync(sink);
  return fake;
}

/** The smsc group of Kannel's user guide for each kind of link. */
function linkLines(link: KannelLink, fakePort: number): string {
  switch (link.kind) {
    case "fake":
      return fakeLines(fakePort);
    case "http":
      return `smsc = http
system-type = kannel
smsc-username = user
smsc-password = secret
port = ${fakePort}
send-url = "http://127.0.0.1:${link.port}/cgi-bin/sendsms"
max-pending-submits = ${link.window}`;
    case "smpp":
      return smppLines({ port: link.port, user: "user", window: link.window, enquireSeconds: 30 });
  }
}

function configuration(folder: string, ports: Ports, link: string): string {
  const stores = `dlr-storage = internal\nstore-type = file\nstore-location = ${folder}/store`;
  return `${boxGroups(ports, stores)}
group = smsc
smsc-id = ours
${link}

group = sms-service
keyword = default
text = "ok"
max-messages = 0
catch-all = true
`;
}
