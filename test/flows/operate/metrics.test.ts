import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { loadSubscribers } from "../../support/people/subscribers.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { startServiceProcess } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    TIDINGS_GATEWAY: "failover(sandbox://default?name=main sandbox://default?name=spare)",
  });
});
afterAll(() => service.end());

/** The value of a series, by its name and labels as written in the output. */
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? NaN,
  );
const scrape = async (): Promise<string> => (await service.call("GET", "/metrics")).body as string;

test("deliveries are counted by gateway, priority and outcome, each once", async () => {
  const [first, second] = [numbers(30), ["+15005550001", "+15005550007"]];
  await service.call("POST", "/send", { message: "Hello", numbers: first });
  await service.call("POST", "/send", { message: "1234", numbers: second, category: "otp" });
  const text = await eventually(async () => {
    const read = await scrape();
    const sent = valueOf(read, 'tidings_outcomes_total{gateway="main",priority="transactional",outcome="sent"}');
    const failed = valueOf(read, 'tidings_outcomes_total{gateway="main",priority="otp",outcome="failed"}');
    const unknown = valueOf(read, 'tidings_outcomes_total{gateway="main",priority="otp",outcome="unknown"}');
    return sent === 30 && failed === 1 && unknown === 1 && read;
  });
  expect(valueOf(text, 'tidings_accepted_total{route="default",priority="transactional"}')).toBe(30);
  expect(valueOf(text, 'tidings_accepted_total{route="default",priority="otp"}')).toBe(2);
  expect(valueOf(text, 'tidings_marked_total{gateway="main",priority="transactional"}')).toBe(30);
  expect(valueOf(text, 'tidings_marked_total{gateway="spare",priority="transactional"}')).toBe(0);
  expect(valueOf(text, 'tidings_in_flight{gateway="main"}')).toBe(0);
  expect(valueOf(text, 'tidings_gateway_call_duration_seconds_count{gateway="main"}')).toBeGreaterThan(0);
  expect(valueOf(text, "tidings_database_up")).toBe(1);
  expect(valueOf(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
});

test("a replay under an Idempotency-Key accepts no recipient twice", async () => {
  await allowWithoutRecord(service.pool);
  const accepted = async (): Promise<number> =>
    valueOf(await scrape(), 'tidings_accepted_total{route="default",priority="marketing"}');
  const before = await accepted();
  const call = { message: "Once", numbers: numbers(3, 100), category: "marketing" };
  for (let time = 0; time < 3; time += 1) {
    const answer = await service.call("POST", "/send", call, { headers: { "idempotency-key": "metrics" } });
    expect(answer.status).toBe(200);
  }
  expect((await accepted()) - before).toBe(3);
});

test("the numbers of an audience are counted as they are read, also where each person has a text of their own", async () => {
  const group = await loadSubscribers(service.pool, "Counted", 3, 200);
  const resolved = async (): Promise<number> =>
    valueOf(await scrape(), 'tidings_resolved_total{route="default",priority="marketing"}');
  for (const [nth, message] of ["Hello all", "Hello {{name}}"].entries()) {
    expect((await service.call("POST", "/send", { message, group_ids: [group] })).status).toBe(200);
    await expect.poll(resolved, { message }).toBe(3 * (nth + 1));
  }
});

test("calls are counted by route pattern and status; no phone, id, body or caller's path is in a label", async () => {
  const phone = "+4915199999999";
  await service.call("POST", "/send", { message: "Secret words", numbers: [phone] });
  await service.call("GET", "/messages/msg_00000000-0000-7000-8000-000000000000");
  await service.call("GET", `/nothing/${phone}`);
  await service.call("PURGE", `/odd/${phone}`);
  const text = await scrape();
  expect(valueOf(text, 'tidings_http_requests_total{method="GET",route="/messages/{id}",status="404"}')).toBe(1);
  expect(valueOf(text, 'tidings_http_requests_total{method="other",route="other",status="404"}')).toBeGreaterThan(1);
  const series = text.replaceAll(/^#.*$/gm, "");
  for (const secret of [phone.slice(1), "Secret", "msg_", "nothing", "PURGE"]) expect(series).not.toContain(secret);
  const buckets = text.split("\n").filter((line) => line.includes('_bucket{method="POST",route="/send"'));
  const counts = buckets.map((line) => Number(line.split(" ").at(-1)));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBe(valueOf(text, 'tidings_http_request_duration_seconds_count{method="POST",route="/send"}'));
});

test("metrics require svc_setting, and methods other than GET are refused", async () => {
  expect((await service.call("GET", "/metrics", undefined, { as: null })).status).toBe(401);
  const sender = await service.userWith("svc_sendsms", "svc_outbox", "svc_subscribers", "svc_inbox", "svc_users");
  expect((await service.call("GET", "/metrics", undefined, { as: sender })).status).toBe(403);
  const reader = await service.userWith("svc_setting");
  const answer = await service.call("GET", "/metrics", undefined, { as: reader });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const refused = await service.call("POST", "/metrics", {});
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("waiting deliveries are reported, and so is a paused gateway", async () => {
  const still = await startTestService({ TIDINGS_GATEWAY: "sandbox://default?name=main" }, { workerLoops: false });
  const read = async (): Promise<string> => (await still.call("GET", "/metrics")).body as string;
  try {
    await still.call("POST", "/send", { message: "Waits", numbers: numbers(700) });
    await still.pool.query("update chunks set due = now() - interval '90 s'");
    await still.pool.query(
      "insert into receipts (gateway, provider_id, state) select 'main', 'p' || n, 'delivered' from generate_series(1, 5100) n",
    );
    await still.pool.query("insert into fanouts (message_id) values (gen_random_uuid())");
    await still.pool.query(
      "insert into gateway_states (name, paused_until, pause_code) values ('main', now() + interval '1 h', 'test') on conflict (name) do update set paused_until = excluded.paused_until, pause_code = excluded.pause_code",
    );
    const text = await read();
    expect(valueOf(text, 'tidings_queue_texts{priority="transactional"}')).toBe(700);
    expect(valueOf(text, 'tidings_queue_oldest_seconds{priority="transactional"}')).toBeGreaterThanOrEqual(90);
    expect(valueOf(text, 'tidings_queue_texts{priority="otp"}')).toBe(0);
    expect(valueOf(text, "tidings_receipts_waiting")).toBe(5_000);
    expect(valueOf(text, "tidings_fan_outs")).toBe(1);
    expect(valueOf(text, "tidings_schedule_lag_seconds")).toBe(0);
  } finally {
    await still.end();
  }
});

test("without the database a scrape still reports the figures of the process", async () => {
  const lone = await startTestService({}, { workerLoops: false });
  try {
    await lone.pool.query("alter table fanouts rename to gone");
    const text = (await lone.call("GET", "/metrics")).body as string;
    expect(valueOf(text, "tidings_database_up")).toBe(0);
    expect(text).not.toMatch(/^tidings_queue_texts\{/m);
    expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
  } finally {
    await lone.end();
  }
});

test("TIDINGS_METRICS_LISTEN answers /metrics and nothing else, without credentials", async () => {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-metrics-"));
  const free = await freePort();
  const settings = { DATABASE_URL: connection.url, TIDINGS_DATA: folder, TIDINGS_METRICS_LISTEN: `127.0.0.1:${free}` };
  const running = await startServiceProcess(settings);
  try {
    const at = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${free}${path}`);
    expect(await (await at("/metrics")).text()).toContain("tidings_database_up 1");
    expect((await at("/svc/v1/metrics")).status).toBe(404);
    expect((await at("/docs")).status).toBe(404);
    expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
    // The same metrics port again: the service exits with a message, though its other port is free.
    await expect(startServiceProcess(settings)).rejects.toThrow(/TIDINGS_METRICS_LISTEN 127\.0\.0\.1:\d+ is in use/);
    expect(await running.kill("SIGTERM")).toBe(0);
  } finally {
    await running.kill("SIGKILL");
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
