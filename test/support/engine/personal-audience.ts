import type { Host } from "#domain/access/host";
import { contentOf } from "#domain/messages/content";
import type { FanOutStore } from "#domain/messages/fan-out-store";
import type { Audience } from "#domain/messages/message";
import type { Phone } from "#domain/recipients/phone";
import { personalStep } from "#engine/personal-fan-out";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";

import type { TestDatabase } from "../database/database.ts";
import { everybody } from "./campaign.ts";
import { textTo } from "./engine.ts";

export const LEASE = 30_000;

export type PersonalRun = {
  readonly text: string;
  readonly audience?: Audience;
  readonly direct?: readonly string[];
  readonly host?: Partial<Host>;
  readonly store?: Partial<FanOutStore>;
};

/** Reads the audience of a personal message. @returns how many texts were prepared at most */
export async function resolvePersonal(
  db: TestDatabase,
  { text, audience = everybody, direct = [], host = {}, store: other = {} }: PersonalRun,
): Promise<number> {
  const content = contentOf({ text, personal: true });
  const texts = new Map(direct.map((phone) => [phone as Phone, { text: "Hi from the call", segments: 1 }]));
  const command = textTo(direct, { content, texts, audience, category: "marketing" });
  await acceptQueries(db, () => undefined).accept(command);
  const store = { ...fanOutQueries(db, () => undefined), ...other };
  const deps = {
    store,
    host: host as Host,
    commerce: null,
    country: null,
    readLinks: null,
    linkUnits: 0,
    withoutConsent: async () => new Set<never>(),
  };
  let prepared = 0;
  for (let job = await store.claim("test", LEASE); job;) {
    const result = await personalStep(job, { text, variants: null, media: [] }, deps, LEASE);
    if (result === "release") throw new Error("lost");
    prepared = Math.max(prepared, (await db.pool.query("select from prepared_texts")).rows.length);
    job = result === "done" ? null : result;
  }
  return prepared;
}
