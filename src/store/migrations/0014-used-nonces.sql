-- Numbers of calls that the platform passed on and signed, for as long as their signatures are good: a call that somebody
-- repeats is refused by every node. Unlogged: a crash of the database forgets the last two minutes, and a commit waits
-- for no disk.
create unlogged table used_nonces (
  nonce   bytea primary key,
  used_at timestamptz not null default now()
);
