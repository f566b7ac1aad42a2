-- Gateways that are configured while the service runs, beside those of TIDINGS_GATEWAY.

create table gateways (
  name             text primary key,
  -- The adapter.
  kind             text not null,
  -- What is no secret, by the names in a DSN.
  settings         jsonb not null,
  -- The secrets as one sealed JSON object, and the names of those that are set.
  sealed           bytea,
  secrets          text[] not null default '{}',
  enabled          boolean not null,
  in_default_route boolean not null,
  position         integer not null,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  created_by       text not null,
  updated_at       timestamptz not null default now(),
  updated_by       text not null,
  -- Its settings are kept for receipts that are still to come.
  removed_at       timestamptz
);

-- One row, which every change locks first.
create table gateway_setup (
  single     boolean primary key default true check (single),
  -- Rises with every change of the gateways and of the routing.
  revision   bigint not null default 1,
  -- Expression of the default route; null: it follows from the gateways.
  routing    text,
  version    integer not null default 1,
  updated_at timestamptz,
  updated_by text
);
insert into gateway_setup default values;
