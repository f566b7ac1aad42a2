import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePorts } from "../test/support/free-ports.ts";
import { startGatewayStub } from "../test/support/gateway-stub.ts";
import { startOwnPostgres } from "../test/support/own-postgres.ts";
import { startService } from "../test/support/service.ts";
import { wordpressMissing } from "../test/support/wordpress/missing.ts";
import { startWordPress } from "../test/support/wordpress/site.ts";
import { cpuMicros } from "./lib/cpu.ts";
import { spread, thousands } from "./lib/report.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";

/** As many as the site has PHP workers. */
const CLIENTS = 2;
const WARM_UP_MS = 1_000;

export const wordpress: Scenario = {
  name: "wordpress",
  about: "one text through a real WordPress site, straight to the service, and what the site itself costs",
  async run(settings) {
    if (wordpressMissing) return `Not measured: ${wordpressMissing}.`;
    const rig = await openSite();
    try {
      const rows: string[] = [];
      for (let round = 1; round <= settings.rounds; round += 1)
        for (const [name, call] of rig.calls) rows.push(await measured(name, call, rig, settings));
      const counts = await rig.stub.counts();
      return [
        `${CLIENTS} clients, ${CLIENTS} PHP workers, ${settings.rounds} rounds, interleaved. CPU in ms a call.`,
        "",
        "| call | calls/s | latency | site, ms | service, ms | database, ms | refused |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        ...rows,
        "",
        `${thousands(counts.taken)} texts at the gateway, to ${thousands(counts.numbers)} numbers.`,
      ].join("\n");
    } finally {
      await rig.close();
    }
  },
};

type Rig = Awaited<ReturnType<typeof openSite>>;

async function openSite() {
  const folder = await mkdtemp(join(tmpdir(), "tidings-bench-"));
  const [port] = await freePorts(1);
  const [postgres, stub, site] = await Promise.all([
    startOwnPostgres(),
    startGatewayStub({ kind: "http", latencyMs: 5 }),
    startWordPress({ workers: CLIENTS }),
  ]);
  const secret = randomBytes(32).toString("base64url");
  const direct = `http://127.0.0.1:${port}`;
  const admin = site.users["admin"]!;
  const headers = {
    authorization: `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString("base64")}`,
    "content-type": "application/json",
  };
  const post = (url: string, body: unknown): Promise<Response> =>
    fetch(url, { method: "POST", headers, body: JSON.stringify(body) });

  const connected = await post(site.api("/tidings/v1/connect"), { service_url: direct, secret });
  const made = (await connected.json()) as { service_user: string; application_password: string };
  const service = await startService({
    TIDINGS_LISTEN: `127.0.0.1:${port}`,
    TIDINGS_DATA: folder,
    DATABASE_URL: postgres.url,
    TIDINGS_GATEWAY: stub.dsn("&window=100"),
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    TIDINGS_PLATFORM: `wordpress+${site.url}?service=${made.service_user}:${made.application_password}&secret=${secret}`,
    TIDINGS_LOG_LEVEL: "warn",
  });

  let next = 0;
  const text = () => ({ numbers: [`+4915${100_000_000 + next++}`], message: "Your order is on its way" });
  const calls: readonly (readonly [string, () => Promise<Response>])[] = [
    ["the site alone: who am I", () => fetch(site.api("/wp/v2/users/me?_fields=id"), { headers })],
    ["POST /wp-json/svc/v1/send", () => post(site.api("/svc/v1/send"), text())],
    ["POST /svc/v1/send, past the site", () => post(`${direct}/svc/v1/send`, text())],
  ];
  return {
    stub,
    calls,
    cpu: () => ({
      site: site.pids().reduce((sum, pid) => sum + cpuMicros(pid, { children: true }), 0),
      service: cpuMicros(service.pid, { children: false }),
      database: cpuMicros(postgres.pid()!, { children: true }),
    }),
    async close() {
      await service.kill("SIGTERM");
      await Promise.all([site.stop(), stub.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns a row of the table */
async function measured(name: string, call: () => Promise<Response>, rig: Rig, settings: Settings): Promise<string> {
  await repeat(call, WARM_UP_MS);
  const before = rig.cpu();
  const began = performance.now();
  const { times, refused } = await repeat(call, settings.seconds * 1_000);
  const seconds = (performance.now() - began) / 1_000;
  const after = rig.cpu();
  const cpu = (["site", "service", "database"] as const).map((part) =>
    ((after[part] - before[part]) / 1_000 / times.length).toFixed(2),
  );
  settings.say(`${name}: ${thousands(times.length / seconds)}/s, CPU ms ${cpu.join(" + ")}`);
  return `| ${[name, thousands(times.length / seconds), spread(times), ...cpu, refused].join(" | ")} |`;
}

async function repeat(call: () => Promise<Response>, forMs: number): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + forMs;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      const response = await call();
      await response.arrayBuffer();
      times.push(performance.now() - began);
      if (response.status !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  return { times, refused };
}
