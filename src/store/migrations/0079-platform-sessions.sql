-- Sessions of users of another platform, who sign in to the console through it.
create table platform_sessions (
  hash         bytea primary key,
  principal    text not null,
  -- As the platform described the user when it was last asked.
  user_id      bigint not null,
  username     text not null,
  name         text not null,
  roles        text[] not null,
  capabilities text[] not null,
  stamp        text not null,
  -- null: not asked yet in this session.
  checked_at   timestamptz,
  created_at   timestamptz not null default now(),
  used_at      timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index platform_sessions_principal on platform_sessions (principal);
