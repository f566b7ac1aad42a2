-- Texts about orders of the shop. Why a table decides what was sent: docs/decisions/0016-woocommerce.md.

create table order_notices (
  -- The shop's own word: processing, completed, …
  status          text not null,
  reader          text not null check (reader in ('customer', 'staff')),
  enabled         boolean not null,
  numbers         text[] not null default '{}',
  template        text not null,
  requires_opt_in boolean not null,
  updated_at      timestamptz not null default now(),
  primary key (status, reader)
);

-- The newest that is known of each order: what is older comes late and counts for nothing.
create table shop_orders (
  shop        text not null,
  order_id    bigint not null,
  status      text not null,
  -- By the shop's clock.
  modified_at timestamptz not null,
  primary key (shop, order_id)
) with (fillfactor = 80);

-- What was decided about each notice. The key is what keeps anybody from being told the same twice, for ever.
create table order_notice_decisions (
  shop       text not null,
  order_id   bigint not null,
  status     text not null,
  reader     text not null,
  outcome    text,
  message_id uuid,
  at         timestamptz not null default now(),
  primary key (shop, order_id, status, reader)
);

-- How far the changes of a shop's orders were looked through, for those whose webhook was lost.
create table shop_looks (
  shop  text primary key,
  since timestamptz not null default now(),
  due   timestamptz not null default now()
);
