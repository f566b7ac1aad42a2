-- Sign-in in the browser: a second factor, links that set the first password, and sessions that end when unused.

-- Nodes of the previous release record no uses: a session that only they serve ends after the idle limit here.
alter table sessions add column used_at timestamptz not null default now();

create table second_factors (
  user_id      bigint primary key references users (id) on delete cascade,
  -- Sealed with a key derived from the installation's secret.
  secret       bytea not null,
  created_at   timestamptz not null default now(),
  -- null: the first code has not been entered yet, and none is asked for at sign-in.
  confirmed_at timestamptz,
  -- Time step of the last accepted code (RFC 6238): neither it nor an earlier one is accepted again.
  counter      bigint not null default 0,
  -- Wrong codes since the last right one, and when the last was entered.
  failures     int not null default 0,
  failed_at    timestamptz not null default now()
);

create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete cascade,
  hash    bytea not null,
  primary key (user_id, hash)
);

-- Sign-ins whose password was right and whose code is still missing.
create table sign_in_challenges (
  hash          bytea primary key,
  user_id       bigint not null references users (id) on delete cascade,
  -- The one that was checked: a changed password ends the challenge.
  password_hash text not null,
  expires_at    timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);

create table setup_links (
  user_id    bigint primary key references users (id) on delete cascade,
  hash       bytea not null unique,
  expires_at timestamptz not null
);
