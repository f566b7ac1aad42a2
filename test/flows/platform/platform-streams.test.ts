import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Capability } from "#domain/access/capability";
import { IDLE_SECONDS } from "#domain/users/open-session";
import { standingQuery } from "#store/queries/people/standing";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { watchEvents } from "../../support/service/watch-events.ts";
import { startStandIn, type StandIn } from "../../support/wordpress/wordpress-stand-in.ts";

let site: StandIn;
let service: TestService;
const open: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  site = await startStandIn();
  const account = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  const platform = `wordpress+${site.url}?service=${account.login}:${account.password}&timeout=1`;
  service = await startTestService({ TIDINGS_PLATFORM: platform });
});
afterEach(async () => {
  site.up();
  for (const leave of open.splice(0)) await leave();
});
afterAll(async () => {
  await service.end();
  await site.close();
});

/** The stream of a user of the site, who called with an application password of theirs. */
async function streamOf(user: { readonly login: string; readonly password: string }) {
  const as = { user: user.login, password: user.password };
  const stream = await watchEvents(service, "?topics=inbox", { as });
  open.push(stream.leave);
  return stream;
}

test("a stream of a user of the site ends once they are deleted or demoted there, and those of others go on", async () => {
  const users = ["gone", "demoted", "stays"].map((login) => site.add(login, { capabilities: ["svc_inbox"] }));
  const [gone, demoted, stays] = await Promise.all(users.map(streamOf));
  site.users.delete(users[0]!.id);
  users[1]!.capabilities = ["read"];
  await eventually(async () => gone!.ended() && demoted!.ended());
  expect(stays!.ended()).toBe(false);
});

test("what a caller may do now is what the site says, and what they had while it does not say or waits for us", async () => {
  const user = site.add("reader", { capabilities: ["svc_inbox", "svc_outbox"] });
  const capabilities: ReadonlySet<Capability> = new Set(["svc_inbox", "svc_outbox"]);
  const caller = { principal: `wordpress:${user.id}`, userId: user.id, capabilities };
  const now = standingQuery(service.store.db, IDLE_SECONDS, service.services.host);
  user.capabilities = ["svc_inbox"];
  site.down();
  expect(await now([caller])).toEqual([capabilities]);
  site.up();
  const asked = site.called("/tidings/v1/user");
  expect(await now([{ ...caller, hostBlocked: true }])).toEqual([capabilities]);
  expect(site.called("/tidings/v1/user")).toBe(asked);
  await eventually(async () => (await now([caller]))[0]!.size === 1);
  expect(await now([caller, { ...caller, principal: "builtin:999999", userId: 999_999 }])).toEqual([
    new Set(["svc_inbox"]),
    null,
  ]);
});
