import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePorts } from "../service/free-ports.ts";
import { boxGroups, FAKE_SMSC, fakeLines, killBox, smppLines, startBox } from "./kannel-boxes.ts";
import { openWatch } from "./watch.ts";

/** Why the tests with Kannel cannot run here, or null. Under CI_FULL=1 its absence is a failure. */
export const kannelMissing: string | null = look();

function look(): string | null {
  try {
    for (const box of ["bearerbox", "smsbox", FAKE_SMSC]) execFileSync("which", [box], { stdio: "ignore" });
    return null;
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return "Debian packages kannel and kannel-extras are not installed";
  }
}

/** One message for Kannel's sendsms; see its user guide for `coding` and `dlr-mask`. */
export type KannelText = Readonly<Record<string, string>>;

/**
 * What Kannel sends through: an SMPP server on a port, or its own fakesmsc, which first sends one message ("from to
 * text words").
 */
export type KannelLink = { readonly smpp: number } | { readonly fake: string };

/**
 * Starts Kannel (bearerbox and smsbox) on free ports of its own, and resolves when it accepts messages. `reports` fills
 * with the delivery reports about messages of `send`.
 *
 * @param more.sendsms the port for sendsms, if the caller must know it before @param more.inbound `get-url` for inbound
 * messages
 */
export async function startKannel(
  link: KannelLink,
  more: { readonly sendsms?: number; readonly inbound?: string } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "kannel-"));
  const [admin, smsbox, free, fakePort] = await freePorts(4);
  const sendsms = more.sendsms ?? free!;
  const reports: URLSearchParams[] = [];
  const { changed, until } = openWatch();
  const listener = createServer((request: IncomingMessage, response) => {
    reports.push(new URL(request.url!, "http://127.0.0.1").searchParams);
    response.end();
    changed();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const callback = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;

  const file = join(folder, "kannel.conf");
  const variant =
    "smpp" in link
      ? smppLines({ port: link.smpp, user: "kannel", window: 50, enquireSeconds: 10 })
      : fakeLines(fakePort!);
  const inbound = more.inbound === undefined ? "" : serviceGroup(more.inbound);
  await writeFile(
    file,
    `${boxGroups({ admin: admin!, smsbox: smsbox!, sendsms })}\ngroup = smsc\nsmsc-id = ours\n${variant}\n${inbound}`,
  );
  const boxes: ChildProcess[] = [];
  let shown = "";

  /** The log of each box reports when it is ready; started too early, smsbox exits. */
  const up = async (): Promise<void> => {
    boxes.push(await startBox("bearerbox", file, folder, 0));
    boxes.push(await startBox("smsbox", file, folder, 0));
    if (!("fake" in link)) return;
    const given = ["-H", "127.0.0.1", "-r", String(fakePort), "-i", "1000", "-m", "1", link.fake];
    const fake = spawn(FAKE_SMSC, given, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [fake.stdout, fake.stderr]) {
      stream.on("data", (piece: Buffer) => {
        shown += piece.toString();
        changed();
      });
    }
    boxes.push(fake);
  };
  /** As after a power cut. */
  const down = async (): Promise<void> => {
    for (const box of boxes.splice(0).toReversed()) await killBox(box);
  };
  await up();

  return {
    reports,
    sendsms,
    up,
    down,
    /** What fakesmsc printed: the messages that it was given to deliver. */
    shown: () => shown,
    /** Sends one message; resolves with the status and body of sendsms. */
    async send(text: KannelText): Promise<{ status: number; body: string }> {
      const query = new URLSearchParams({ username: "tester", password: "foobar", charset: "UTF-8", ...text });
      if (text["dlr-mask"] !== undefined)
        query.set("dlr-url", `${callback}?d=%d&id=${encodeURIComponent(text["to"]!)}`);
      const response = await fetch(`http://127.0.0.1:${sendsms}/cgi-bin/sendsms?${query}`);
      return { status: response.status, body: await response.text() };
    },
    until,
    async stop(): Promise<void> {
      await down();
      listener.closeAllConnections();
      listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Kannel = Awaited<ReturnType<typeof startKannel>>;

const serviceGroup = (url: string): string => `
group = sms-service
keyword = default
get-url = "${url}"
accept-x-kannel-headers = true
max-messages = 0
catch-all = true
`;
