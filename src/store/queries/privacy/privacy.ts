import type { HeldItem, HeldKind, PrivacyStore } from "#domain/privacy/privacy-store";

import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";
import { HELD } from "./privacy-held.ts";

export function privacyQueries(db: Db, hooked: () => void): PrivacyStore {
  return {
    async count(phone, atMost) {
      const [row] = await db.query<Record<HeldKind, number>>("count held", COUNT, [phone, atMost]);
      return row!;
    },
    async read(phone, kind, after, limit) {
      const values = [phone, after, limit];
      const rows = await db.query<Pick<HeldItem, "key" | "data">>(`held ${kind}`, HELD[kind].rows, values);
      return rows.map(({ key, data }) => ({ kind, key, data }));
    },
    looked: (kind, by) => appendEvents(db, [{ kind: `privacy.${kind}`, data: { by } }], hooked),
  };
}

const COUNT = `select ${Object.entries(HELD)
  .map(([kind, { all }]) => `(select count(*) from (${all} limit $2) held)::int as ${kind}`)
  .join(", ")}`;
