import type { Challenge, SecondFactorState, SecondFactorStore, SignInMethods } from "#domain/users/second-factor-store";

import type { Db } from "../../database.ts";

export function secondFactorQueries(db: Db): SecondFactorStore {
  return {
    async state(userId) {
      const [row] = await db.query<{ state: SecondFactorState }>("second factor", STATE, [userId]);
      return row?.state ?? "absent";
    },
    async methodsOf(userIds) {
      const rows = await db.query<SignInMethods & { id: number }>("sign-in methods", METHODS, [userIds]);
      return new Map(rows.map(({ id, ...methods }) => [id, methods]));
    },
    async begin(userId, sealed) {
      return (await db.query("second factor begin", BEGIN, [userId, sealed])).length === 1;
    },
    async pending(userId) {
      const [row] = await db.query<{ secret: Buffer }>("second factor pending", PENDING, [userId]);
      return row?.secret ?? null;
    },
    async confirm({ userId, secret, step, recoveryHashes }) {
      return (await db.query("second factor confirm", CONFIRM, [userId, secret, step, recoveryHashes])).length > 0;
    },
    async remove(userId) {
      return (await db.query("second factor remove", REMOVE, [userId])).length === 1;
    },
    attempt: (userId) =>
      db.ownTransaction(async () => {
        const [attempt] = await db.query<{ secret: Buffer }>("code attempt", ATTEMPT, [userId]);
        if (attempt) return attempt;
        const [wait] = await db.query<{ seconds: number }>("code wait", SECONDS, [userId]);
        return wait ?? null;
      }),
    async accept(userId, step) {
      return (await db.query("code accept", ACCEPT, [userId, step])).length === 1;
    },
    async useRecoveryCode(userId, hash) {
      return (await db.query("recovery code", RECOVER, [userId, hash])).length === 1;
    },
    async addChallenge({ hash, userId, passwordHash, seconds }) {
      await db.query("challenges expire", "delete from sign_in_challenges where expires_at < now()", []);
      await db.query("challenge add", ADD_CHALLENGE, [hash, userId, passwordHash, seconds]);
    },
    async findChallenge(hash) {
      const [row] = await db.query<Challenge>("challenge find", FIND_CHALLENGE, [hash]);
      return row ?? null;
    },
    async takeChallenge(hash) {
      return (await db.query("challenge take", TAKE_CHALLENGE, [hash])).length === 1;
    },
  };
}

const STATE = `
select case when confirmed_at is null then 'pending' else 'on' end as state from second_factors where user_id = $1`;

const METHODS = `
select u.id, f.user_id is not null as "secondFactor", coalesce(p.passkeys, 0)::int as passkeys
from users u
left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
left join (select user_id, count(*) as passkeys from passkeys where user_id = any($1) group by user_id) p on p.user_id = u.id
where u.id = any($1) and (f.user_id is not null or p.user_id is not null)`;

const BEGIN = `
insert into second_factors as f (user_id, secret) values ($1, $2)
on conflict (user_id) do update set secret = excluded.secret, created_at = now() where f.confirmed_at is null
returning 1`;

const PENDING = `
select secret from second_factors
where user_id = $1 and confirmed_at is null and created_at > now() - interval '1 hour'`;

const CONFIRM = `
with confirmed as (
  update second_factors set confirmed_at = now(), counter = $3, failures = 0
  where user_id = $1 and secret = $2 and confirmed_at is null
  returning user_id
)
insert into recovery_codes (user_id, hash) select user_id, unnest($4::bytea[]) from confirmed returning 1`;

const REMOVE = "delete from second_factors where user_id = $1 returning 1";

/**
 * Five wrong codes are free; then the user waits a minute, two, four, up to an hour after each. Someone who knows the
 * password therefore has at most 24 guesses at a million codes per day, however many addresses and nodes they use. A
 * recovery code is subject to the same wait.
 */
const WAITS_UNTIL = "failed_at + make_interval(mins => least(power(2, least(failures, 20) - 5), 60)::int)";

const ATTEMPT = `
update second_factors set failures = failures + 1, failed_at = now()
where user_id = $1 and confirmed_at is not null and (failures < 5 or ${WAITS_UNTIL} <= now())
returning secret`;

const SECONDS = `
select greatest(1, ceil(extract(epoch from ${WAITS_UNTIL} - now())))::int as seconds
from second_factors where user_id = $1 and confirmed_at is not null`;

const ACCEPT = `
update second_factors set counter = $2, failures = 0
where user_id = $1 and confirmed_at is not null and counter < $2
returning 1`;

const RECOVER = `
with used as (delete from recovery_codes where user_id = $1 and hash = $2 returning user_id)
update second_factors f set failures = 0 from used where f.user_id = used.user_id
returning 1`;

const ADD_CHALLENGE = `
insert into sign_in_challenges (hash, user_id, password_hash, expires_at)
values ($1, $2, $3, now() + make_interval(secs => $4))`;

const FIND_CHALLENGE = `
select u.id as "userId", u.username, c.password_hash as "passwordHash"
from sign_in_challenges c join users u on u.id = c.user_id
where c.hash = $1 and c.expires_at > now()`;

const TAKE_CHALLENGE = "delete from sign_in_challenges where hash = $1 and expires_at > now() returning 1";
