import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

import { openWatch } from "./watch.ts";

/** Why the tests with Net::SMPP cannot run here, or null. Under CI_FULL=1 its absence is a failure. */
export const netSmppMissing: string | null = look();

function look(): string | null {
  try {
    execFileSync("perl", ["-MNet::SMPP", "-e", "1"], { stdio: "ignore" });
    return null;
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return "Debian package libnet-smpp-perl is not installed";
  }
}

/** One message as Net::SMPP read it. */
export type PerlSubmit = {
  readonly id: string;
  readonly source: string;
  readonly dest: string;
  readonly esmClass: number;
  readonly dataCoding: number;
  readonly registeredDelivery: number;
  readonly validity: string;
  readonly hex: string;
};

/**
 * Starts the Perl SMSC.
 *
 * @param cutAfter closes its first link when it has answered that many submits @param ids `hex-dec`: hexadecimal in its
 * responses, decimal in its receipts
 */
export async function startNetSmpp(cutAfter = 0, ids: "dec" | "hex-dec" = "dec") {
  const script = fileURLToPath(new URL("net-smpp.pl", import.meta.url));
  const child = spawn("perl", [script, String(cutAfter), ids], { stdio: ["ignore", "pipe", "pipe"] });
  // Net::SMPP warns of every closed connection; only its output before it could listen matters.
  let complaints = "";
  child.stderr.on("data", (piece: Buffer) => (complaints = (complaints + piece.toString()).slice(-2_000)));
  const lines: string[] = [];
  const submits: PerlSubmit[] = [];
  const { changed, until } = openWatch();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    if (line.startsWith("submit ")) submits.push(parse(line));
    changed();
  });
  const exited = once(child, "exit");
  const ended = exited.then(() => Promise.reject(new Error(`perl ended: ${complaints}`)));
  await Promise.race([until(() => lines.length > 0), ended]);
  ended.catch(() => {});
  return {
    port: Number(lines[0]!.split(" ")[1]),
    lines,
    submits,
    until,
    async stop(): Promise<void> {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function parse(line: string): PerlSubmit {
  const [, id, ston, snpi, source, dton, dnpi, dest, esm, coding, registered, validity, hex] = line.split(" ");
  return {
    id: id!,
    source: `${ston}/${snpi}/${source}`,
    dest: `${dton}/${dnpi}/${dest}`,
    esmClass: Number(esm),
    dataCoding: Number(coding),
    registeredDelivery: Number(registered),
    validity: validity!,
    hex: hex === "-" ? "" : hex!,
  };
}
