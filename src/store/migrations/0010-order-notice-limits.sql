-- Texts about orders: how many a phone gets on a day of the site, and decisions that can be read.

-- What each phone got. The row is what two orders of one person wait for; the pruner deletes it after two days.
create table order_notice_days (
  day    date not null,
  reader text not null,
  phone  text not null,
  texts  integer not null default 0,
  primary key (day, reader, phone)
) with (fillfactor = 50);

-- How often an order came into the status again after its notice was decided.
alter table order_notice_decisions
  add column repeats     integer not null default 0,
  add column repeated_at timestamptz;

-- "completed customer": notices whose decisions are older than the log is kept. The row of an order stays for good, or a
-- status that comes again after years would be told again.
alter table shop_orders
  add column told text[] not null default '{}';

-- The log of decisions, newest first, and those of one order.
create index order_notice_decisions_newest on order_notice_decisions (at, shop, order_id, status, reader);
create index order_notice_decisions_order on order_notice_decisions (order_id);
