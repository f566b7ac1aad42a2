import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { eventually, numbers } from "../../support/engine/engine.ts";
import { startReplies } from "../../support/people/opt-outs.ts";
import { consoleOf } from "../../support/people/console-session.ts";
import { watchEvents } from "../../support/service/watch-events.ts";

let fixture: Awaited<ReturnType<typeof startReplies>>;
const open: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  fixture = await startReplies();
});
afterEach(async () => {
  for (const leave of open.splice(0)) await leave();
  await eventually(async () => fixture.service.live.events.open() === 0);
});
afterAll(() => fixture.service.end());

async function watch(query = "", options: Parameters<typeof watchEvents>[2] = {}) {
  const watching = await watchEvents(fixture.service, query, options);
  open.push(watching.leave);
  return watching;
}

test("the first event names the topics, and those that the caller may not see with what they need", async () => {
  const as = await fixture.service.userWith("svc_sendsms");
  const { events } = await watch("?topics=messages,inbox,jobs,settings", { as });
  expect(events[0]).toMatchObject({
    event: "ready",
    data: {
      topics: ["messages", "jobs"],
      left_out: [
        { topic: "inbox", needs: "svc_inbox" },
        { topic: "settings", needs: "svc_setting" },
      ],
    },
  });
  await fixture.reply("+4915112345678", "Hello");
  const all = await watch("?topics=inbox");
  await fixture.reply("+4915112345678", "Hello again");
  await all.until(() => all.events.some(({ data }) => data.topic === "inbox"));
  expect(events.filter(({ event }) => event === "changed")).toEqual([]);
});

test("an unknown topic is refused, and a user has no more than their share of streams", async () => {
  const refused = await watch("?topics=inbox,news");
  expect(refused.response.status).toBe(400);
  const all = await Promise.all(Array.from({ length: 12 }, () => watch("?topics=status")));
  expect(all.map(({ response }) => response.status).toSorted()).toEqual([...Array(10).fill(200), 429, 429]);
});

test("a received message is a hint without a number or a text", async () => {
  const watching = await watch("?topics=inbox,outbox");
  await fixture.reply("+4915112345699", "My secret is 4711");
  await watching.until(() => watching.events.some(({ data }) => data.topic === "inbox"));
  expect(JSON.stringify(watching.events)).not.toMatch(/49151|4711/);
});

test("a campaign is followed to its end by its progress, and does not flood", async () => {
  const began = performance.now();
  const watching = await watch("?topics=messages,outbox");
  // Slow enough to be seen while it runs on the fastest machine: at least two readings, one second apart.
  const news = { message: "News", numbers: numbers(3_000), rate_per_minute: 60_000 };
  const { body } = await fixture.service.call("POST", "/send", news);
  const id = body.data.message_id;
  const progress = () => watching.events.filter(({ event, data }) => event === "progress" && data.message_id === id);
  await watching.until(() => progress().some(({ data }) => data.progress.state === "completed"));
  expect(progress().at(-1)!.data.progress).toMatchObject({ state: "completed", total: 3_000, pending: 0 });
  // At most one a second, however long the machine takes.
  expect(progress().length).toBeLessThanOrEqual((performance.now() - began) / 1_000 + 2);
});

test("a reader that leaves and resumes is told what it missed, and one with an unreadable id to read everything", async () => {
  const first = await watch("?topics=inbox,webhooks");
  const place = first.events.at(-1)!.id!;
  await first.leave();
  await fixture.reply("+4915112345678", "While you were away");
  const again = await watch("?topics=inbox,webhooks", { lastEventId: place });
  // Every change is reported at least once: the next reading may report it again.
  const received = again.events.map(({ event, data }) => `${event} ${data.topic}`);
  expect([received[0], ...new Set(received.slice(1))]).toEqual(["ready undefined", "changed inbox"]);
  for (const lastEventId of ["17", "%00", "x".repeat(3_000)]) {
    const lost = await watch("?topics=inbox", { lastEventId });
    expect(lost.events[1]).toMatchObject({ event: "reset", data: { reason: "too_old" } });
  }
});

test("a gateway that is added, moved or removed, and a change of the routing are told", async () => {
  const { call } = fixture.service;
  const gateway = (name: string) => ({
    name,
    kind: "http",
    settings: { host: "example.com", path: "/sms", id: "/id", body: '{"to":"{to}","text":"{text}"}' },
  });
  const watching = await watch("?topics=gateways");
  const changes = () => watching.events.filter(({ data }) => data.topic === "gateways").length;
  const steps: (readonly [string, string, object?])[] = [
    ["POST", "/gateways", gateway("first")],
    ["POST", "/gateways", gateway("second")],
    ["PATCH", "/gateways/second", { position: 0 }],
    ["PUT", "/gateways/routing", { routing: "failover(first second)" }],
    ["PUT", "/gateways/routing", { routing: null }],
    ["DELETE", "/gateways/first"],
    ["DELETE", "/gateways/second"],
  ];
  for (const [method, path, body] of steps) {
    const before = changes();
    const reply = await call(method, path, body);
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    await watching.until(() => changes() > before);
  }
});

test("a stream ends with its application password, its session or a capability of its user, and others go on", async () => {
  const { service } = fixture;
  const users = [
    await service.userWith("svc_inbox"),
    await service.userWith("svc_inbox"),
    await service.userWith("svc_inbox"),
  ];
  const ids = await Promise.all(users.map(async ({ user }) => (await service.people.userCalled(user))!.id));
  const [revoked, demoted, stays] = await Promise.all(users.map((as) => watch("?topics=inbox", { as })));
  await service.people.changeUser(service.people.operator, ids[1]!, { password: "a new long password" });
  const browser = consoleOf(() => service.app);
  const { cookie } = await browser("POST", "/session", { login: users[1]!.user, password: "a new long password" });
  const signedOut = await watch("?topics=inbox", { cookie: cookie! });
  expect(signedOut.response.status).toBe(200);

  await service.people.revokeApplicationPasswords(service.people.operator, ids[0]!);
  expect((await browser("DELETE", "/session", undefined, { cookie: cookie! })).status).toBe(200);
  await service.people.changeUser(service.people.operator, ids[1]!, { roles: [] });
  await eventually(async () => service.live.events.open() === 1);
  expect([revoked!.ended(), demoted!.ended(), signedOut.ended(), stays!.ended()]).toEqual([true, true, true, false]);
  await fixture.reply("+4915112345699", "Hello");
  await stays!.until(() => stays!.events.some(({ data }) => data.topic === "inbox"));
});

test("a user without capabilities opens no stream and searches nothing", async () => {
  const as = await fixture.service.userWith();
  expect((await watch("", { as })).response.status).toBe(403);
  expect((await fixture.service.call("GET", "/search?q=ada", undefined, { as })).status).toBe(403);
});

test("streams end with the service, and no more are opened", async () => {
  const watching = await watch("?topics=inbox");
  await fixture.reply("+4915112345678", "One");
  await watching.until(() => watching.events.some(({ data }) => data.topic === "inbox"));
  fixture.service.live.close();
  await eventually(async () => fixture.service.live.events.open() === 0);
  expect((await watch("?topics=inbox")).response.status).toBe(429);
});
