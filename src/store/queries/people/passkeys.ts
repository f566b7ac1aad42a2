import type { KnownPasskey, Passkey, PasskeyStore } from "#domain/users/passkey-store";

import type { Db } from "../../database.ts";

export function passkeyQueries(db: Db): PasskeyStore {
  return {
    list: (userId) => db.query<Passkey>("passkeys", LIST, [userId]),
    async add({ userId, name, credentialId, publicKey, counter }) {
      const [row] = await db.query<Passkey>("passkey add", ADD, [userId, name, credentialId, publicKey, counter]);
      return row ?? null;
    },
    async rename(userId, id, name) {
      const [row] = await db.query<Passkey>("passkey rename", RENAME, [userId, id, name]);
      return row ?? null;
    },
    remove: (userId, id, session) =>
      db.transaction(async () => {
        await db.query("passkey session keep", KEEP_SESSION, [session, userId, id]);
        const [row] = await db.query<Passkey>("passkey remove", REMOVE, [userId, id]);
        return row ?? null;
      }),
    async removeAll(userId) {
      return (await db.query("passkeys remove", "delete from passkeys where user_id = $1 returning 1", [userId]))
        .length;
    },
    async findCredential(credentialId) {
      const [row] = await db.query<KnownPasskey>("passkey find", FIND, [credentialId]);
      return row ?? null;
    },
    async addChallenge({ hash, userId, seconds }) {
      await db.query("passkey challenges expire", "delete from passkey_challenges where expires_at < now()", []);
      await db.query("passkey challenge add", ADD_CHALLENGE, [hash, userId, seconds]);
    },
    async takeChallenge(hash, userId) {
      return (await db.query("passkey challenge take", TAKE_CHALLENGE, [hash, userId])).length === 1;
    },
  };
}

const COLUMNS = `
id, name, credential_id as "credentialId", created_at as "createdAt", last_used_at as "lastUsedAt"`;

const LIST = `select ${COLUMNS} from passkeys where user_id = $1 order by created_at, id`;

const ADD = `
insert into passkeys (user_id, name, credential_id, public_key, counter) values ($1, $2, $3, $4, $5)
on conflict (credential_id) do nothing
returning ${COLUMNS}`;

const RENAME = `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${COLUMNS}`;

const KEEP_SESSION = "update sessions set passkey_id = null where hash = $1 and user_id = $2 and passkey_id = $3";

/** Its sessions are deleted with it, by the foreign key. */
const REMOVE = `delete from passkeys where user_id = $1 and id = $2 returning ${COLUMNS}`;

const FIND = `
select p.id, p.user_id as "userId", u.username, p.credential_id as "credentialId", p.public_key as "publicKey", p.counter
from passkeys p join users u on u.id = p.user_id
where p.credential_id = $1`;

const ADD_CHALLENGE = `
insert into passkey_challenges (hash, user_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`;

const TAKE_CHALLENGE = `
delete from passkey_challenges where hash = $1 and user_id is not distinct from $2 and expires_at > now()
returning 1`;
