import { Pool } from "undici";

import { machineMs } from "../../test/support/providers/gateway-tally.ts";
import type { Credentials } from "../../test/support/service/test-service.ts";

export type Probe = { readonly path: string; readonly body?: unknown };

export type Probed = {
  /** Milliseconds of each successful call. */
  readonly latencies: readonly number[];
  /** When each of those calls began ({@link machineMs}), in the same order. */
  readonly begun: readonly number[];
  readonly failed: number;
};

/**
 * Makes this many calls a second, whether or not earlier ones are answered: a server that stalls does not get fewer.
 * Latency counts from the moment at which the call was due.
 */
export function probe(options: {
  readonly url: string;
  readonly as: Credentials;
  readonly perSecond: number;
  readonly next: (nth: number) => Probe;
}): { stop(): Promise<Probed> } {
  const pool = new Pool(options.url, { connections: 64, headersTimeout: 60_000 });
  const authorization = `Basic ${Buffer.from(`${options.as.user}:${options.as.password}`).toString("base64")}`;
  const latencies: number[] = [];
  const begun: number[] = [];
  const open = new Set<Promise<void>>();
  const from = machineMs();
  let nth = 0;
  let failed = 0;

  async function one(due: number): Promise<void> {
    const { path, body } = options.next(nth++);
    try {
      const answer = await pool.request({
        method: body === undefined ? "GET" : "POST",
        path: `/svc/v1${path}`,
        headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(String(answer.statusCode));
      latencies.push(machineMs() - due);
      begun.push(due);
    } catch {
      failed += 1;
    }
  }

  const timer = setInterval(() => {
    for (let due = from + (nth * 1_000) / options.perSecond; due <= machineMs();) {
      const call = one(due);
      open.add(call);
      void call.finally(() => open.delete(call));
      due = from + (nth * 1_000) / options.perSecond;
    }
  }, 1);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      await pool.close();
      return { latencies, begun, failed };
    },
  };
}
