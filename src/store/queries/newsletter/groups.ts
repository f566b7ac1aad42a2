import type { GroupHold, GroupLookup } from "#domain/newsletter/group-store";
import type { ConsentLedger } from "#domain/consent/consent-ledger";
import type { Evidence } from "#domain/consent/consent-record";
import type { Group, GroupStore } from "#domain/newsletter/newsletter-store";
import type { Phone } from "#domain/recipients/phone";

import { assignments, binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { containing } from "../like-pattern.ts";
import type { ConsentQueries } from "../consent/consents.ts";
import { memberPhones } from "../fan-out/phone-readers.ts";
import { schedulesOfGroup } from "../schedules/schedules-of-group.ts";
import { leaveWithGroup } from "../schedules/stored-audiences.ts";
import { millis } from "../millis.ts";
import { afterLeaving } from "./after-leaving.ts";
import { MEMBERS_OF_GROUP } from "./membership-counts.ts";

/** Reads the recipients of a message to groups. */
export type ActivePhones = {
  /**
   * Numbers of active members in order, without duplicates, starting after `after`. Fewer than `limit` means that there
   * are no more.
   */
  activePhones(groups: readonly number[] | "all", after: string | null, limit: number): Promise<readonly string[]>;
};

/** @param webhooks called after a commit that left work for the webhook sender */
export function groupQueries(
  db: Db,
  { ledger }: Pick<ConsentQueries, "ledger">,
  webhooks: () => void,
): GroupLookup & GroupStore & ActivePhones {
  async function find(id: number): Promise<Group | null> {
    const [row] = await db.query<Group>("find group", `${SELECT} where groups.id = $1`, [id]);
    return row ?? null;
  }

  return {
    async existing(ids) {
      const rows = await db.query<{ id: number }>("existing groups", "select id from groups where id = any($1)", [ids]);
      return rows.map((row) => row.id);
    },

    async named(names) {
      const rows = await db.query<{ name: string; id: number }>("groups by name", BY_NAME, [names]);
      return new Map(rows.map(({ name, id }) => [name, id]));
    },

    async activePhones(groups, after, limit) {
      const { name, text, values } = await memberPhones(db, groups);
      const parameters = [after ?? "", limit, ...values];
      const rows = await db.query<{ phone: string }>(`active phones ${name}`, text("$1", "$2", 3), parameters);
      return rows.map((row) => row.phone);
    },

    async list({ search, after, limit }) {
      const like = search === null ? null : containing(search);
      const groups = await db.query<Group>("list groups", LIST, [like, after, limit]);
      const [{ total } = { total: 0 }] = await db.query<{ total: number }>("count groups", COUNT, [like]);
      return { groups, total };
    },

    find,

    async create(name, { doubleOptIn = null, codeTexts = {}, welcomeTexts = {} }) {
      const texts = [JSON.stringify(codeTexts), JSON.stringify(welcomeTexts)];
      const [row] = await db.query<{ id: number }>("create group", CREATE, [name, doubleOptIn, ...texts]);
      return row ? find(row.id) : null;
    },

    async update(id, { name, doubleOptIn, codeTexts, welcomeTexts }) {
      return db.transaction(async () => {
        await lock(db);
        if (!(await find(id))) return "not_found";
        if (name !== undefined && (await isTaken(db, name, id))) return "name_taken";
        const { values, bind } = binder();
        const set = assignments(bind, {
          name,
          double_opt_in: doubleOptIn,
          code_texts: codeTexts && JSON.stringify(codeTexts),
          welcome_texts: welcomeTexts && JSON.stringify(welcomeTexts),
        });
        if (set.length > 0) await db.unnamed(`update groups set ${set.join(", ")} where id = ${bind(id)}`, values);
        return (await find(id))!;
      });
    },

    async remove(id, force, evidence) {
      const leaving: Leaving = { ledger, webhooks, groupId: id, evidence };
      const left = force && (await holdRemoval(db, id)) ? await mostLeave(db, leaving) : 0;
      return db.transaction(async () => {
        await lock(db);
        if (!(await find(id))) return { kind: "not_found" };
        if (!(await isOneOfSeveral(db, id))) return { kind: "last_group" };
        await lockOne(db, id);
        const schedules = await schedulesOfGroup(db, id);
        if (schedules.length > 0) return { kind: "scheduled", schedules };
        const { members } = (await find(id))!;
        if (members > 0 && !force) return { kind: "has_members", members };
        while ((await someLeave(db, leaving)) > 0);
        await leaveWithGroup(db, id);
        await db.query("remove group", "delete from groups where id = $1", [id]);
        return { kind: "removed", members: members + left };
      });
    },
  };
}

async function isTaken(db: Db, name: string, except: number): Promise<boolean> {
  return (await db.query("group name taken", NAMED, [name, except])).length > 0;
}

// Changes of groups run one at a time, so that names stay unique and one of the last two groups remains. A subscription
// only reads groups and is not delayed.
const LOCK = "lock table groups in share row exclusive mode";

const SELECT = `
select groups.id, name, double_opt_in as "doubleOptIn", code_texts as "codeTexts", welcome_texts as "welcomeTexts",
  ${millis("created_at")} as "createdAt", members, active
from groups cross join lateral (${MEMBERS_OF_GROUP}) as counts`;

const LIST = `
${SELECT} where groups.id in (
  select id from groups where ($1::text is null or name ilike $1) and id > $2 order by id limit $3)
order by groups.id`;

const COUNT = "select count(*) as total from groups where $1::text is null or name ilike $1";

const NAMED = "select 1 from groups where lower(name) = lower($1) and id <> $2 limit 1";

const BY_NAME = `
select wanted.name, g.id from unnest($1::text[]) as wanted(name) join groups g on lower(g.name) = lower(wanted.name)`;

const CREATE = `
insert into groups (name, double_opt_in, code_texts, welcome_texts) values ($1, $2, $3, $4) on conflict (lower(name)) do nothing returning id`;

/** Waits for subscriptions to the group and schedules in progress, so that what is read next is final. */
const lockOne = (db: Db, id: number): Promise<unknown> =>
  db.query("lock group for removal", "select 1 from groups where id = $1 for update", [id]);

const lock = (db: Db): Promise<unknown> => db.query("lock groups", LOCK, []);

/** A group that is being deleted does not count as remaining. */
async function isOneOfSeveral(db: Db, id: number): Promise<boolean> {
  return (await db.query("other group", OTHER, [id])).length > 0;
}

const OTHER = "select 1 from groups where id <> $1 and (leaving_until is null or leaving_until < now()) limit 1";

/** A group that is being deleted may have no members any more, and is not held. */
export function groupHold(db: Db): GroupHold {
  return {
    async hold(ids) {
      const rows = await db.query<{ id: number }>("hold groups", HOLD, [ids]);
      return rows.map((row) => row.id);
    },
  };
}

const HOLD = `
select id from groups where id = any($1::bigint[]) and (leaving_until is null or leaving_until < now())
order by id for key share`;

/**
 * Whether this group may be deleted, decided before anyone leaves it: of two deletions of the last two groups, the one
 * that is refused must not have lost its members. The hold ends a minute after the last page, if its node dies.
 */
async function holdRemoval(db: Db, id: number): Promise<boolean> {
  return db.transaction(async () => {
    await lock(db);
    if (!(await isOneOfSeveral(db, id))) return false;
    await lockOne(db, id);
    return (await schedulesOfGroup(db, id)).length === 0 && (await keepHold(db, id));
  });
}

async function keepHold(db: Db, id: number): Promise<boolean> {
  return (await db.query("hold group removal", HOLD_REMOVAL, [id])).length > 0;
}

const HOLD_REMOVAL = "update groups set leaving_until = now() + interval '1 minute' where id = $1 returning id";

/**
 * Page by page, before the group is deleted: in one transaction, 32,000 members stayed locked in the ledger for 39 s,
 * and a STOP of theirs was refused meanwhile. People who join meanwhile leave with the group; if the call is
 * interrupted, completed pages stay completed.
 */
async function mostLeave(db: Db, leaving: Leaving): Promise<number> {
  let left = 0;
  for (;;) {
    await keepHold(db, leaving.groupId);
    const page = await db.transaction(() => someLeave(db, leaving));
    left += page;
    if (page < LEAVE_AT_ONCE) return left;
  }
}

/** The next members, locked in the order of numbers like everywhere. @returns how many left */
async function someLeave(db: Db, { ledger, webhooks, groupId, evidence }: Leaving): Promise<number> {
  const locked = await db.query<{ id: number }>("lock members who leave", LOCK_MEMBERS, [groupId]);
  const ids = locked.map(({ id }) => id);
  // A separate statement, because only that sees who left while this one waited for the lock.
  const people = await db.query<{ id: number; phone: Phone; name: string }>("members leave", LEAVE, [groupId, ids]);
  await afterLeaving(
    db,
    people.map(({ id, phone }) => ({ subscriberId: id, phone, groups: [groupId] })),
    webhooks,
  );
  await ledger.append(
    people.map(({ phone, name }) => ({
      phone,
      name,
      groupId,
      kind: "left",
      wording: { text: GROUP_DELETED },
      evidence,
    })),
  );
  return ids.length;
}

type Leaving = {
  readonly ledger: ConsentLedger;
  readonly webhooks: () => void;
  readonly groupId: number;
  readonly evidence: Evidence;
};

const LEAVE_AT_ONCE = 1_000;
const GROUP_DELETED = "the group was deleted";

// One state at a time, as the indexes are partial by state: with a million members, any other way of choosing a page
// reads all of them.
const LOCK_MEMBERS = `
with page as materialized (
  (select subscriber_id as id from memberships where group_id = $1 and state = 'active' order by phone limit ${LEAVE_AT_ONCE})
  union all
  (select subscriber_id from memberships where group_id = $1 and state = 'pending' order by phone limit ${LEAVE_AT_ONCE})
  limit ${LEAVE_AT_ONCE}
)
select s.id from subscribers s where s.id in (select id from page) order by s.phone for update of s`;

const LEAVE = `
with gone as (
  delete from memberships where group_id = $1 and subscriber_id = any($2::bigint[]) and state <> 'left'
  returning subscriber_id
)
select s.id, s.phone, s.name from gone join subscribers s on s.id = gone.subscriber_id order by s.phone`;
