import { guardHashes } from "#domain/guard/guard-hashes";
import { removeDemoMessages } from "#store/queries/demo/demo-messages";
import { forgetDemo, readDemo, type DemoRegistry } from "#store/queries/demo/demo-registry";
import { removeDemoAuthored, removeDemoPeople, removeDemoWordings } from "#store/queries/demo/demo-removal";
import { removeZeros } from "#store/queries/demo/demo-zeros";

import { consentKeysOf } from "../consent/keys.ts";
import { requireClaim } from "./demo-refusal.ts";
import { DEMO_PRINCIPAL, type DemoService } from "./open-demo.ts";

export type DemoRemoved = {
  /** There was a demo. */
  readonly found: boolean;
  readonly people: number;
  readonly messages: number;
  /** Objects that were kept because they are in use, named for display. */
  readonly kept: readonly string[];
};

/**
 * Removes the demo: its messages page by page, then everything else in one transaction. Repeat an interrupted removal
 * to continue it; until then the demo counts as present. Records in the consent ledger stay there without a person;
 * groups that other people joined and fields for which they have values stay, too.
 *
 * @throws DemoRefused
 */
export async function removeDemo(demo: DemoService): Promise<DemoRemoved> {
  const { db } = demo;
  const present = await readDemo(db);
  // Uncounted changes would be added to the totals of messages that no longer exist.
  await demo.fold();
  const removed = present === null ? NOTHING : await removeAll(demo, present);
  await demo.fold();
  await removeZeros(db);
  return removed;
}

const NOTHING: DemoRemoved = { found: false, people: 0, messages: 0, kept: [] };

async function removeAll({ db, service, call }: DemoService, { phones, from }: DemoRegistry): Promise<DemoRemoved> {
  const { key } = service.store;
  // First the schedules: they would make further messages.
  await db.ownTransaction(() => removeDemoAuthored(db, DEMO_PRINCIPAL, from));
  const messages = await removeDemoMessages(db, phones, DEMO_PRINCIPAL);
  return db.ownTransaction(async () => {
    await requireClaim(db);
    const registry = await readDemo(db);
    if (registry === null) return { ...NOTHING, messages };
    const people = await removeDemoPeople(db, registry, {
      keys: consentKeysOf(key),
      numberHash: guardHashes(key.derive("code-requests")).number,
    });
    const kept = await removeObjects(call, registry);
    if (kept.length === 0) await removeDemoWordings(db, registry.forms);
    await forgetDemo(db);
    return { found: true, people, messages, kept };
  });
}

/** @returns those that the API refused to delete because they are used */
async function removeObjects(
  call: DemoService["call"],
  { forms, segments, groups, fields }: DemoRegistry,
): Promise<readonly string[]> {
  for (const slug of forms) await call("DELETE", `/forms/${slug}`);
  for (const id of segments) await call("DELETE", `/segments/${id}`);
  const kept: string[] = [];
  for (const id of groups) {
    const { data } = await call("GET", `/groups/${id}`);
    if (await isKept(call, `/groups/${id}`)) kept.push(`group ${data.name}`);
  }
  for (const key of fields) if (await isKept(call, `/fields/${key}`)) kept.push(`field ${key}`);
  return kept;
}

/** Objects that were deleted earlier do not count as kept. */
async function isKept(call: DemoService["call"], path: string): Promise<boolean> {
  const reply = await call("DELETE", path);
  return !reply.ok && (reply.body as { code?: string }).code !== "not_found";
}
