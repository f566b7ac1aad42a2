import type { FormRequest, FormRequestStore } from "#domain/forms/form-requests";
import { minute } from "#lib/time";

import type { Db } from "../../database.ts";

const PRUNE_EVERY_MS = minute;

/** @param requested called after a commit that left a request for the worker loop */
export function formRequestQueries(db: Db, requested: () => void): FormRequestStore {
  let prunedAt = -Infinity;

  return {
    async add({ slug, version, phone, name, groups, customFields, ip }, nonce) {
      const fields = JSON.stringify(customFields);
      const rows = await db.query("add form request", ADD, [nonce, slug, version, phone, name, groups, fields, ip]);
      if (rows.length > 0) db.afterCommit(requested);
      return rows.length > 0;
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
with used as (insert into form_nonces (nonce) values ($1) on conflict do nothing returning 1)
insert into form_requests (slug, version, phone, name, group_ids, custom_fields, ip)
select $2, $3, $4, $5, $6, $7, $8 from used returning 1`;

const NEXT = `
select r.id, r.slug, r.version, r.phone, r.name, to_json(r.group_ids) as groups, r.custom_fields as "customFields", r.ip,
  w.wording, coalesce(f.confirm, true) as confirm
from form_requests r
join form_wordings w on w.slug = r.slug and w.version = r.version
left join forms f on f.slug = r.slug
where r.due <= now() order by r.due, r.id limit 1 for update of r skip locked`;

const POSTPONE = "update form_requests set due = now() + make_interval(secs => $2) where id = $1";

const PRUNE_REQUESTS = `
delete from form_requests where ctid = any(array(
  select ctid from form_requests where at < now() - interval '1 day' for update skip locked))`;

/** A form token is valid for two hours. */
const PRUNE_NONCES = `
delete from form_nonces where ctid = any(array(
  select ctid from form_nonces where used_at < now() - interval '3 hours' for update skip locked))`;
