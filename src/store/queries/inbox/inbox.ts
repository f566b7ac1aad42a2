import type { InboxEntry, InboxLog } from "#domain/inbox/inbox-log";
import type { InboxStore } from "#domain/inbox/inbox-store";
import { ERASED } from "#domain/messages/removed-text";

import { binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";
import { appendEvents } from "../webhooks/events.ts";

/**
 * Seconds: equal messages without an id or a time are one if they arrive within this, and may be within twice as long.
 */
const REPEAT = 300;

// A derived identity includes the number of the clock's window. The window before counts too, or a repeat across its
// end would be stored again. Both are looked up in the unique index.
const ADD = `
insert into inbox (gateway, provider_id, sender, recipient, body, media, keyword)
select $1::text, $2::text || coalesce(' ' || span, ''), $3::text, $4::text, $5::text, $6::text[], $7::text
from (select floor(extract(epoch from now()) / $8::int)::bigint) as clock(span)
where span is null or not exists (
  select from inbox where gateway = $1::text and provider_id = $2::text || ' ' || (span - 1))
on conflict (gateway, provider_id) do nothing returning id`;

/** The content of an erased message is unknown: a provider that repeats it must not restore it. */
const REPEATS = `
select from inbox
where gateway = $1 and provider_id = $2 and (sender = $3 and body = $4 or sender = '${ERASED}')`;

/** @param webhooks called after a commit that left work for the webhook sender */
export function inboxQueries(db: Db, webhooks: () => void): InboxStore & InboxLog {
  return {
    async add({ gateway, inbound, sender, identity, keyword }) {
      const { to, text, media } = inbound;
      const insert = async (id: string, window: number | null): Promise<number | undefined> => {
        const values = [gateway, id, sender, to, text, media, keyword, window];
        return (await db.query<{ id: number }>("inbox add", ADD, values))[0]?.id;
      };
      let id = await insert(identity.id, identity.guessed ? REPEAT : null);
      if (id === undefined && identity.id !== identity.digest) {
        // The id is taken. A provider that begins to count anew must not lose a STOP.
        const repeats = await db.query("inbox repeats", REPEATS, [gateway, identity.id, sender, text]);
        if (repeats.length === 0) id = await insert(`${identity.id} ${identity.digest}`, null);
      }
      if (id === undefined) return null;
      const data = { id, sender, recipient: to, text, media, gateway, keyword, command_name: keyword };
      await appendEvents(db, [{ kind: "new_incoming_sms", phone: sender, data }], webhooks);
      return id;
    },

    async list({ from, to, sender, gateway, keyword, before, limit }) {
      const { values, bind } = binder();
      const conditions: string[] = [];
      if (before !== null) conditions.push(`id < ${bind(before)}`);
      if (from !== null) conditions.push(`at >= ${bind(new Date(from))}`);
      if (to !== null) conditions.push(`at < ${bind(new Date(to))}`);
      if (sender !== null) conditions.push(`sender = ${bind(sender)}`);
      if (gateway !== null) conditions.push(`gateway = ${bind(gateway)}`);
      if (keyword !== null) conditions.push(`keyword = ${bind(keyword)}`);
      return db.unnamed<InboxEntry>(
        `select id, ${millis("at")} as at, sender, recipient, body as text, media, keyword, gateway from inbox
         ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""} order by id desc limit ${bind(limit)}`,
        values,
      );
    },
  };
}
