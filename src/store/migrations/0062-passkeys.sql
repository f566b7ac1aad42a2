-- Sign-in by WebAuthn: docs/decisions/0062-passkeys.md.

create table passkeys (
  id            uuid primary key default gen_random_uuid(),
  user_id       bigint not null references users (id) on delete cascade,
  -- What its user calls it.
  name          text not null,
  -- Chosen by the authenticator; never of two users.
  credential_id bytea not null unique,
  -- COSE (RFC 9052). It is no secret.
  public_key    bytea not null,
  -- The authenticator's count of signatures at the last one that was accepted; 0 if it does not count.
  counter       bigint not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  unique (user_id, name)
);

-- What an authenticator must sign, until it has or five minutes are over.
create table passkey_challenges (
  hash       bytea primary key,
  -- Who adds a passkey with it; null: it is for a sign-in.
  user_id    bigint references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_expire on passkey_challenges (expires_at);

-- The passkey that opened it, with which it ends; null: a password did. Nodes of the previous release leave it null.
alter table sessions add column passkey_id uuid references passkeys (id) on delete cascade;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;
