import type { FormRequest, FormRequestStore } from "#domain/forms/form-requests";
import { minute } from "#lib/time";

import type { Db } from "../../database.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

const PRUNE_EVERY_MS = minute;

/** @param requested called after a commit that left a request for the worker loop */
export function formRequestQueries(db: Db, requested: () => void): FormRequestStore {
  let prunedAt = -Infinity;

  return {
    async add({ slug, version, phone, name, groups, customFields, ip }, { nonce, network, perHour }) {
      const fields = JSON.stringify(customFields);
      const values = [nonce, network, perHour, slug, version, phone, name, groups, fields, ip];
      const [row] = await db.query<{ stored: boolean; limited: boolean }>("add form request", ADD, values);
      if (row!.limited) return "limited";
      if (row!.stored) db.afterCommit(requested);
      return row!.stored ? "stored" : "repeated";
    },
    async next() {
      const [row] = await db.query<FormRequest>("next form request", NEXT, []);
      return row ?? null;
    },
    async remove(id) {
      await db.query("remove form request", "delete from form_requests where id = $1", [id]);
    },
    async postpone(id, seconds) {
      await db.query("postpone form request", POSTPONE, [id, seconds]);
    },
    async endOld() {
      const now = db.now();
      if (now - prunedAt < PRUNE_EVERY_MS && now >= prunedAt) return;
      prunedAt = now;
      await db.query("prune form requests", PRUNE_REQUESTS, []);
      await db.query("prune form nonces", PRUNE_NONCES, []);
    },
  };
}

const ADD = `
with before as materialized (
  select count(*) >= $3 as limited from form_nonces where network = $2 and used_at > now() - interval '1 hour'
),
used as (
  insert into form_nonces (nonce, network) select $1, $2 from before where not limited on conflict do nothing returning 1
),
stored as (
  insert into form_requests (slug, version, phone, name, group_ids, custom_fields, ip)
  select $4, $5, $6, $7, $8, $9, $10 from used returning 1
)
select limited, exists (select from stored) as stored from before`;

/** A code that comes later surprises a person who has given up. */
const MAX_AGE = "interval '1 day'";

/** Of a row `r` of form_requests. */
export const IS_REQUEST_DUE = `r.due <= now() and r.at >= now() - ${MAX_AGE}`;

const NEXT = `
select r.id, r.slug, r.version, r.phone, r.name, to_json(r.group_ids) as groups, r.custom_fields as "customFields", r.ip,
  w.wording, f.locale, coalesce(f.confirm, true) as confirm
from form_requests r
join form_wordings w on w.slug = r.slug and w.version = r.version
left join forms f on f.slug = r.slug
where ${IS_REQUEST_DUE} order by r.due, r.id limit 1 for update of r skip locked`;

const POSTPONE = "update form_requests set due = now() + make_interval(secs => $2) where id = $1";

const PRUNE_REQUESTS = deleteUnlocked("form_requests", `where at < now() - ${MAX_AGE}`);

/** A form token is valid for two hours. */
const PRUNE_NONCES = deleteUnlocked("form_nonces", "where used_at < now() - interval '3 hours'");
