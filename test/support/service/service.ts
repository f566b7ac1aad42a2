import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { serve } from "./main.ts";
import type { Credentials } from "./test-service.ts";
import { bareEnvironment } from "./processes.ts";
import { listen } from "./listen.ts";

export type ServiceProcess = {
  readonly url: string;
  readonly pid: number;
  /** The first administrator; null if an earlier start created it. */
  readonly admin: Credentials | null;
  readonly output: () => string;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
};

/**
 * Starts `tidings serve` as the process an operator would start, on a free port; resolves when it reports that it is
 * ready.
 */
export function startServiceProcess(
  settings: Record<string, string>,
  as: { readonly uid?: number; readonly gid?: number } = {},
): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, serve, {
    env: { ...bareEnvironment, TIDINGS_LISTEN: "127.0.0.1:0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    ...as,
  });
  let output = "";
  let errors = "";
  child.stderr!.on("data", (data) => (errors += String(data)));
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code ?? 0)),
  );
  return new Promise((resolve, reject) => {
    void exited.then((how) => reject(new Error(`serve ended (${how}): ${errors}${output}`)));
    child.stdout!.on("data", (data) => {
      output += String(data);
      const url = /ready at (http:\S+)/.exec(output)?.[1];
      // The banner ends with an empty line.
      if (!url || !output.endsWith("\n\n")) return;
      resolve({
        url,
        pid: child.pid!,
        admin: firstAdministrator(output),
        output: () => output + errors,
        kill(signal) {
          child.kill(signal);
          return exited;
        },
      });
    });
  });
}

/** The credentials in the file that a first start names; null if an earlier one created them. */
export function firstAdministrator(output: string): Credentials | null {
  const file = /^ {2}(\/\S+\/first-passwords\.txt)$/m.exec(output)?.[1];
  const text = file === undefined ? "" : readFileSync(file, "utf8");
  const user = /User name +(\S+)/.exec(text)?.[1];
  const password = /Application password +((?:\w{4} ){5}\w{4})/.exec(text)?.[1];
  return user && password ? { user, password } : null;
}

/** One call of a running service. */
export async function callService(service: Pick<ServiceProcess, "url">, as: Credentials, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/svc/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${as.user}:${as.password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

/** A provider outside our process: accepts messages as JSON, counts them, responds after a while. */
export async function startProvider(latencyMs: number) {
  const seen: string[] = [];
  let onSeen = (): void => undefined;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      seen.push((JSON.parse(body) as { to: string }).to);
      onSeen();
      setTimeout(
        () => response.writeHead(200, { "content-type": "application/json" }).end(`{"id":"p${seen.length}"}`),
        latencyMs,
      );
    });
  });
  const { port, close } = await listen(server);
  const template = encodeURIComponent('{"to":"{to}","text":"{text}","ref":"{ref}"}');
  return {
    seen,
    dsn: (more = "") => `http://user:secret@127.0.0.1:${port}/sms?body=${template}&id=/id&window=20${more}`,
    /** Resolves when this many messages have arrived. */
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        onSeen = () => void (seen.length >= count && resolve());
        onSeen();
      }),
    close,
  };
}
