import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listen, type Listening } from "#app/http/listen";

import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { callService, startServiceProcess } from "../../support/service/service.ts";
import { webSession } from "../../support/people/web-session.ts";

let service: TestService;
let server: Listening;
beforeAll(async () => {
  // Nothing runs: the test itself writes what should have happened.
  service = await startTestService({}, { workerLoops: false });
  server = await listen(service.app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  service.live.progress.close();
  await server.close();
  await service.end();
});

async function send(count: number, more: object = {}): Promise<string> {
  const answer = await service.call("POST", "/send", { message: "Hello", numbers: numbers(count), ...more });
  expect(answer.status).toBe(200);
  return answer.body.data.message_id;
}

const uuidOf = (id: string): string => id.slice(4);
const setState = (id: string, state: string) =>
  service.pool.query("update messages set state = $2 where id = $1", [uuidOf(id), state]);

test("a message is paused, resumed, given a rate and canceled, and reports it each time", async () => {
  const id = await send(3, { rate_per_minute: 120 });
  expect((await service.call("GET", `/messages/${id}`)).body.data).toMatchObject({
    state: "running",
    rate_per_minute: 120,
    schedule_id: null,
    deliveries: { queued: 3 },
    progress: { state: "running", total: 3, done: 0, pending: 3, percent: 0, rate: 0, eta: null, reasons: [] },
  });
  const paused = await service.call("POST", `/messages/${id}/pause`);
  expect([paused.status, paused.body.data.state, paused.body.data.already]).toEqual([200, "paused", false]);
  const again = await service.call("POST", `/messages/${id}/pause`);
  expect([again.status, again.body.data.state, again.body.data.already]).toEqual([200, "paused", true]);
  const faster = await service.call("PATCH", `/messages/${id}`, { rate_per_minute: 600 });
  expect([faster.status, faster.body.data.rate_per_minute]).toEqual([200, 600]);
  const unlimited = await service.call("PATCH", `/messages/${id}`, { rate_per_minute: null });
  expect([unlimited.status, unlimited.body.data.rate_per_minute]).toEqual([200, null]);
  const resumed = await service.call("POST", `/messages/${id}/resume`);
  expect([resumed.status, resumed.body.data.state, resumed.body.data.already]).toEqual([200, "running", false]);
  const canceled = await service.call("POST", `/messages/${id}/cancel`);
  expect([canceled.status, canceled.body.data.state]).toEqual([200, "canceled"]);
  const { rows } = await service.pool.query("select kind, data from events where message_id = $1 order by id", [
    uuidOf(id),
  ]);
  const by = expect.stringMatching(/./);
  expect(rows).toEqual([
    { kind: "message.accepted", data: expect.anything() },
    { kind: "message.paused", data: { by } },
    { kind: "message.rate_changed", data: { by, from: 120, to: 600 } },
    { kind: "message.rate_changed", data: { by, from: 600, to: null } },
    { kind: "message.resumed", data: { by } },
    { kind: "message.canceled", data: { by } },
  ]);
});

test("what a state does not allow is 409 and names the state", async () => {
  const id = await send(1);
  for (const [state, verbs] of [
    ["completed", ["pause", "resume", "cancel"]],
    ["failed", ["pause", "resume", "cancel"]],
    ["canceled", ["pause", "resume"]],
    ["scheduled", ["pause", "resume"]],
  ] as const) {
    await setState(id, state);
    for (const action of verbs) {
      const answer = await service.call("POST", `/messages/${id}/${action}`);
      expect([state, action, answer.status, answer.body.code, answer.body.data.state]).toEqual([
        state,
        action,
        409,
        "not_in_this_state",
        state,
      ]);
      expect(answer.body.message).toContain(state);
    }
  }
  await setState(id, "completed");
  expect((await service.call("PATCH", `/messages/${id}`, { rate_per_minute: 5 })).status).toBe(409);
});

test("an idempotency key repeats the response and does the work once", async () => {
  const id = await send(2);
  const headers = { "idempotency-key": "pause-1" };
  const first = await service.call("POST", `/messages/${id}/pause`, {}, { headers });
  await service.call("POST", `/messages/${id}/resume`);
  const second = await service.call("POST", `/messages/${id}/pause`, {}, { headers });
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.body).toEqual(first.body);
  expect((await service.call("GET", `/messages/${id}`)).body.data.state).toBe("running");
});

test("invalid input is refused with every error at once", async () => {
  const id = await send(1);
  for (const rate of [0, -1, 1.5, "x", 1_000_001, undefined, [], true]) {
    const answer = await service.call("PATCH", `/messages/${id}`, { rate_per_minute: rate });
    expect([rate, answer.status, Object.keys(answer.body.data.params)]).toEqual([rate, 400, ["rate_per_minute"]]);
  }
  for (const rate of [0, null, "none", 1_000_001]) {
    const answer = await service.call("POST", "/send", { message: "x", numbers: numbers(1), rate_per_minute: rate });
    expect([rate, answer.status]).toEqual([rate, rate === null ? 200 : 400]);
  }
  for (const wrong of ["1", "msg_1", `msg_${"0".repeat(36)}`, uuidOf(id), "msg_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10"]) {
    for (const [method, tail] of [
      ["GET", ""],
      ["GET", "/progress"],
      ["POST", "/pause"],
      ["POST", "/resume"],
      ["POST", "/cancel"],
    ]) {
      expect((await service.call(method!, `/messages/${wrong}${tail}`)).status).toBe(404);
    }
  }
  const list = await service.call(
    "GET",
    "/messages?state=x&category=y&date_from=z&date_to=2027-02-31&cursor=c&per_page=0",
  );
  expect(list.status).toBe(400);
  expect(Object.keys(list.body.data.params).toSorted()).toEqual([
    "category",
    "cursor",
    "date_from",
    "date_to",
    "per_page",
    "state",
  ]);
  const reversed = await service.call("GET", "/messages?date_from=2027-02-02&date_to=2027-02-01");
  expect(reversed.body.data.params).toEqual({ date_to: "is before date_from" });
});

test("the list is newest first, filtered, and read to its end by cursor", async () => {
  await allowWithoutRecord(service.pool);
  await service.pool.query("truncate messages cascade");
  const otps = new Set<string>();
  const sent: string[] = [];
  for (let nth = 0; nth < 25; nth += 1) {
    sent.push(await send(1, { category: nth % 5 === 0 ? "otp" : "marketing" }));
    if (nth % 5 === 0) otps.add(sent.at(-1)!);
  }
  // Two that were accepted in the same millisecond are in no order but that of their ids.
  const ids = sent.toSorted().toReversed();
  for (const id of ids.slice(0, 7)) await setState(id, "paused");
  for (const id of ids.slice(20)) await setState(id, "failed");
  const walk = async (query: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const answer = await service.call("GET", `/messages?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
      expect(answer.status).toBe(200);
      expect(answer.body.data.items.length).toBeLessThanOrEqual(4);
      seen.push(...answer.body.data.items.map((item: { message_id: string }) => item.message_id));
      cursor = answer.body.data.pagination.next_cursor;
    }
    return seen;
  };
  expect(await walk("per_page=4")).toEqual(ids);
  expect(await walk("per_page=3&state=paused")).toEqual(ids.slice(0, 7));
  expect(await walk("per_page=2&state=failed")).toEqual(ids.slice(20));
  expect(await walk("per_page=4&category=otp")).toEqual(ids.filter((id) => otps.has(id)));
  expect(await walk("per_page=4&date_to=2001-01-01")).toEqual([]);
  expect(await walk("per_page=4&date_from=2001-01-01&state=completed")).toEqual([]);
  const { items } = (await service.call("GET", "/messages?category=otp&per_page=1")).body.data;
  expect(items[0].message).toBe("[hidden]");
});

type Watching = {
  readonly reply: IncomingMessage;
  text(): string;
  events(name: string): any[];
  ended: Promise<void>;
  abort(): void;
};

/** Watches a message over a socket of its own. */
function watch(id: string, headers: Record<string, string> = {}): Promise<Watching> {
  const { user, password } = service.admin;
  return new Promise((resolve, reject) => {
    const call = request(
      `${server.url}/svc/v1/messages/${id}/progress`,
      { auth: `${user}:${password}`, headers, agent: false },
      (reply) => {
        let text = "";
        reply.on("data", (data) => (text += String(data)));
        reply.on("error", () => undefined);
        const ended = new Promise<void>((done) => reply.on("close", done));
        resolve({
          reply,
          ended,
          text: () => text,
          events: (name) =>
            [...text.matchAll(new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`, "g"))].map((match) =>
              JSON.parse(match[1]!),
            ),
          abort: () => call.destroy(),
        });
      },
    );
    call.on("error", reject);
    call.end();
  });
}

test("two watchers see a message move and end with it", async () => {
  const id = await send(4);
  const [one, two] = await Promise.all([watch(id), watch(id, { "last-event-id": "17" })]);
  expect(one.reply.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(one.reply.headers["cache-control"]).toBe("no-store");
  await eventually(async () => one.events("progress").length > 0 && two.events("progress").length > 0);
  const { data } = (await service.call("GET", `/messages/${id}`)).body;
  expect(one.events("progress")[0]).toEqual(data.progress);
  expect(service.live.progress.open()).toBe(2);
  await service.pool.query("update deliveries set state = 'sent' where message_id = $1 and phone = $2", [
    uuidOf(id),
    numbers(1)[0],
  ]);
  await eventually(async () => one.events("progress").some(({ sent }) => sent === 1));
  await service.pool.query("update deliveries set state = 'delivered' where message_id = $1", [uuidOf(id)]);
  await setState(id, "completed");
  await Promise.all([one.ended, two.ended]);
  for (const watching of [one, two]) {
    expect(watching.events("progress").at(-1)).toMatchObject({
      state: "completed",
      delivered: 4,
      pending: 0,
      percent: 100,
    });
    expect(watching.events("end")).toEqual([{ state: "completed" }]);
    expect(watching.text().endsWith("\n\n")).toBe(true);
  }
  expect(service.live.progress.open()).toBe(0);
});

test("a message that has ended is reported at once", async () => {
  const id = await send(1);
  await service.pool.query("update deliveries set state = 'failed', failure = 'x' where message_id = $1", [uuidOf(id)]);
  await setState(id, "completed");
  const watching = await watch(id);
  await watching.ended;
  expect(watching.events("progress")).toHaveLength(1);
  expect(watching.events("end")).toEqual([{ state: "completed" }]);
});

test("a client that disconnects frees its slot, and HEAD uses none", async () => {
  const id = await send(1);
  const all = await Promise.all(Array.from({ length: 5 }, () => watch(id)));
  expect(service.live.progress.open()).toBe(5);
  for (const watching of all) watching.abort();
  await eventually(async () => service.live.progress.open() === 0);
  const head = await service.call("HEAD", `/messages/${id}/progress`);
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  await eventually(async () => service.live.progress.open() === 0);
});

test("no user watches more than their share, and a freed slot can be used", async () => {
  const id = await send(1);
  const all = await Promise.all(Array.from({ length: 20 }, () => watch(id)));
  const refused = await watch(id);
  await refused.ended;
  expect([refused.reply.statusCode, JSON.parse(refused.text()).code]).toEqual([429, "too_many_streams"]);
  expect(refused.reply.headers["retry-after"]).toBe("10");
  all[0]!.abort();
  await eventually(async () => service.live.progress.open() === 19);
  const next = await watch(id);
  expect(next.reply.statusCode).toBe(200);
  for (const watching of [...all, next]) watching.abort();
  await eventually(async () => service.live.progress.open() === 0);
});

test("of three hundred streams that one user opens at once, by password and by session, they get their share", async () => {
  const id = await send(1);
  const as = await service.userWith("svc_sendsms");
  const user = (await service.people.userCalled(as.user))!;
  const password = "correct horse battery";
  await service.people.changeUser(service.people.operator, user.id, { password });
  const token = await webSession(service.people, { login: as.user, password });
  const credentials = [
    { authorization: `Basic ${btoa(`${as.user}:${as.password}`)}` },
    { cookie: `tidings_session=${token}` },
  ];
  const calls = Array.from({ length: 300 }, (_, index) => {
    const headers = credentials[index % 2]!;
    return request(`${server.url}/svc/v1/messages/${id}/progress`, { headers }).end();
  });
  const replies = await Promise.all(calls.map(async (call) => (await once(call, "response"))[0] as IncomingMessage));
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(280);
  // Others are not blocked.
  const other = await watch(id);
  expect(other.reply.statusCode).toBe(200);
  other.abort();
  for (const call of calls) call.destroy();
  await eventually(async () => service.live.progress.open() === 0);
});

test("a service that stops ends its streams, without reporting that the message ended", async () => {
  const id = await send(1);
  const watching = await watch(id);
  await eventually(async () => watching.events("progress").length > 0);
  // A stream that stayed would keep the server open forever.
  service.live.progress.close();
  await server.close();
  await watching.ended;
  expect(watching.events("end")).toEqual([]);
  expect((await service.call("GET", `/messages/${id}/progress`)).status).toBe(429);
});

test("a process that is stopping does not wait for watchers", async () => {
  const connection = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "tidings-watch-"));
  const running = await startServiceProcess({ DATABASE_URL: connection.url, TIDINGS_DATA: folder });
  const admin = running.admin!;
  const sent = await callService(running, admin, "/send", { message: "x", numbers: numbers(3), rate_per_minute: 1 });
  const id = sent.body.data.message_id;
  // One a minute, and three: it has not ended, however soon the first one leaves.
  expect((await callService(running, admin, `/messages/${id}/pause`, {})).body.data.state).toBe("paused");
  const reply = await fetch(`${running.url}/svc/v1/messages/${id}/progress`, {
    headers: { authorization: `Basic ${btoa(`${admin.user}:${admin.password}`)}` },
  });
  const reader = reply.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  expect(await running.kill("SIGTERM")).toBe(0);
  // It has received its end. A stream that the stop waited for would be cut after five seconds, and its reader told so.
  for (let open = true; open;) open = !(await reader.read()).done;
  await dropDatabase(connection);
  await rm(folder, { recursive: true, force: true });
});
