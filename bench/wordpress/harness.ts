import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePorts } from "../../test/support/service/free-ports.ts";
import { startGatewayStub } from "../../test/support/providers/gateway-stub.ts";
import { startOwnPostgres } from "../../test/support/database/own-postgres.ts";
import { basic } from "../../test/support/people/people.ts";
import { startServiceProcess } from "../../test/support/service/service.ts";
import { startWordPress, type WordPressSite } from "../../test/support/wordpress/site.ts";
import { preciseCpuMicros } from "../lib/cpu-precise.ts";

/** As many as the site has PHP workers. */
export const CLIENTS = 2;

export type Call = {
  readonly name: string;
  /** What the service or the site must answer: anything else is counted as refused. */
  readonly status: number;
  readonly sends: boolean;
  make(): Promise<Response>;
};

export type Parts = { readonly site: number; readonly service: number; readonly database: number };

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** A real site with a REST route of its own that does nothing, a service behind it, and a gateway. */
export async function openHarness() {
  const folder = await mkdtemp(join(tmpdir(), "tidings-bench-"));
  const [port] = await freePorts(1);
  const [postgres, stub, site] = await Promise.all([
    startOwnPostgres(),
    startGatewayStub({ kind: "http", latencyMs: 5 }),
    startWordPress({ workers: CLIENTS }),
  ]);
  await asInEarnest(site);
  const secret = randomBytes(32).toString("base64url");
  const direct = `http://127.0.0.1:${port}`;
  const admin = site.users["admin"]!;
  const headers = { authorization: basic(admin.user, admin.password), "content-type": "application/json" };
  const post = (url: string, body: unknown): Promise<Response> =>
    fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const connected = await post(site.api("/tidings/v1/connect"), { service_url: direct, secret });
  const made = (await connected.json()) as { service_user: string; application_password: string };

  let service: Awaited<ReturnType<typeof startServiceProcess>> | null = null;
  let next = 0;
  const text = () => ({ numbers: [`+4915${100_000_000 + next++}`], message: "Your order is on its way" });
  const calls: readonly Call[] = [
    {
      name: "a: WordPress alone, a route that does nothing",
      status: 200,
      sends: false,
      make: () => post(site.api("/bench/v1/nothing"), text()),
    },
    {
      name: "b: by way of the site, a call that is refused at once",
      status: 400,
      sends: false,
      make: () => post(site.api("/svc/v1/send"), {}),
    },
    {
      name: "c: by way of the site, a text",
      status: 200,
      sends: true,
      make: () => post(site.api("/svc/v1/send"), text()),
    },
    {
      name: "d: the same past the site",
      status: 200,
      sends: true,
      make: () => post(`${direct}/svc/v1/send`, text()),
    },
  ];

  return {
    stub,
    calls,
    release: await site.php("echo get_bloginfo('version');"),
    /** Starts the service in this role, in place of the one before. */
    async serve(role: "api" | "all"): Promise<void> {
      await service?.kill("SIGTERM");
      service = await startServiceProcess({
        TIDINGS_LISTEN: `127.0.0.1:${port}`,
        TIDINGS_DATA: folder,
        TIDINGS_ROLE: role,
        DATABASE_URL: postgres.url,
        TIDINGS_GATEWAY: stub.dsn("&window=100"),
        TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
        TIDINGS_PLATFORM: `wordpress+${site.url}?service=${made.service_user}:${made.application_password}&secret=${secret}`,
        TIDINGS_LOG_LEVEL: "warn",
      });
    },
    /** CPU in microseconds so far. */
    cpu: (): Parts => ({
      site: preciseCpuMicros(site.pids()),
      service: preciseCpuMicros([service!.pid]),
      database: preciseCpuMicros([postgres.pid()!]),
    }),
    async close(): Promise<void> {
      await service?.kill("SIGTERM");
      await Promise.all([site.stop(), stub.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The site as it runs for visitors: without WP_DEBUG, whose notices would all be counted as ours. */
async function asInEarnest({ folder }: WordPressSite): Promise<void> {
  const config = join(folder, "site", "wp-config.php");
  const text = await readFile(config, "utf8");
  await writeFile(config, text.replace("define('WP_DEBUG', true)", "define('WP_DEBUG', false)"));
  await writeFile(join(folder, "site", "wp-content", "mu-plugins", "nothing.php"), NOTHING);
}

/** Behind the same credentials and a capability, as the calls of the API are. */
const NOTHING = `<?php
add_action( 'rest_api_init', function () {
	register_rest_route( 'bench/v1', '/nothing', array(
		'methods'             => 'POST',
		'permission_callback' => function () {
			return current_user_can( 'svc_sendsms' );
		},
		'callback'            => function () {
			return array( 'status' => 'success', 'message' => 'Nothing.', 'error' => array(), 'data' => array( 'id' => 1 ) );
		},
	) );
} );
`;
