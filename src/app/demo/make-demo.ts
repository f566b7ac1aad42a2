import { withoutPrefix } from "#lib/ids";
import { day } from "#lib/time";
import { ensurePartitions } from "#store/partitions";
import { blockDemoPeople } from "#store/queries/demo/demo-blocks";
import { addDemoHistory } from "#store/queries/demo/demo-history";
import { addDemoPeople } from "#store/queries/demo/demo-people";
import { readDemo, readOthers, writeDemo } from "#store/queries/demo/demo-registry";
import { addDemoReplies } from "#store/queries/demo/demo-replies";

import { defineObjects } from "./define-objects.ts";
import { demoHistory, HISTORY_DAYS } from "./demo-history.ts";
import { demoPeople } from "./demo-people.ts";
import { requireAlone, requireClaim, requireSandbox } from "./demo-refusal.ts";
import { DEMO_PRINCIPAL, type DemoService } from "./open-demo.ts";
import { startCampaigns } from "./start-campaigns.ts";

export type DemoSize = {
  readonly people: number;
  /** Entries of the log, about. */
  readonly messages: number;
  /** Even if people or webhooks exist already. */
  readonly add: boolean;
};

/** Counts of what was made. */
export type DemoMade = {
  /** The demo existed before, and nothing was created. */
  readonly already: boolean;
  readonly people: number;
  readonly entries: number;
  readonly replies: number;
  readonly groups: number;
  readonly segments: number;
  readonly templates: number;
  readonly forms: number;
  readonly webhooks: number;
  readonly schedules: number;
  /** Prefixed id of the running campaign; null: no group has so few members. */
  readonly campaign: string | null;
};

/** As many of each as the sender shows; the demo's texts leave as its number. */
const SENDER = "Sandbox";
const BLOCKED_SHARE = 0.01;

/**
 * Creates the demo in one transaction: all of it, or, after a failure or a killed process, nothing.
 *
 * @throws DemoRefused
 */
export async function makeDemo(demo: DemoService, size: DemoSize): Promise<DemoMade> {
  const { db, service, call } = demo;
  const from = db.now() - (HISTORY_DAYS + 1) * day;
  requireSandbox(service.gateways, await readOthers(db));
  await ensurePartitions(db.pool, from);
  const made = await db.ownTransaction(async () => {
    await requireClaim(db);
    const [before, others] = [await readDemo(db), await readOthers(db)];
    requireAlone(others, before, size.add);
    if (before) return { ...NOTHING, people: before.phones.length, groups: before.groups.length, already: true };
    const gateway = requireSandbox(service.gateways, others);
    const now = db.now();
    const objects = await defineObjects(call);
    const all = demoPeople(size.people, objects.groups, now);
    const added = await addDemoPeople(db, all, DEMO_PRINCIPAL);
    const people = all.filter(({ phone }) => added.has(phone));
    const blocked = people.slice(0, Math.ceil(people.length * BLOCKED_SHARE)).map(({ phone }) => phone);
    await blockDemoPeople(db, blocked, DEMO_PRINCIPAL);
    const history = demoHistory(people, {
      count: size.messages,
      groupIds: objects.groups,
      blocked: new Set(blocked),
      now,
    });
    await addDemoHistory(db, history, { principal: DEMO_PRINCIPAL, gateway, route: gateway });
    const webhookId = objects.webhook === null ? null : withoutPrefix("wh", objects.webhook);
    await addDemoReplies(db, history.replies, { gateway, recipient: SENDER, webhookId });
    const groups = objects.groups.map((id) => ({ id, members: membersOf(people, id) }));
    const campaigns = await startCampaigns(demo, { gateway, groups });
    const phones = people.map(({ phone }) => phone);
    const { fields, segments, forms } = objects;
    await writeDemo(db, { at: now, from, phones, groups: objects.groups, fields, segments, forms }, DEMO_PRINCIPAL);
    return {
      already: false,
      people: people.length,
      entries: history.deliveries.length,
      replies: history.replies.length,
      groups: groups.length,
      segments: segments.length,
      templates: objects.templates.length,
      forms: forms.length,
      webhooks: webhookId === null ? 0 : 1,
      ...campaigns,
    };
  });
  // A worker would do it within seconds; without one, the figures would be missing.
  await demo.fold();
  return made;
}

const NOTHING = {
  entries: 0,
  replies: 0,
  segments: 0,
  templates: 0,
  forms: 0,
  webhooks: 0,
  schedules: 0,
  campaign: null,
} as const;

const membersOf = (people: ReturnType<typeof demoPeople>, group: number): number =>
  people.filter(({ memberships }) => memberships.some(({ groupId, state }) => groupId === group && state === "active"))
    .length;
