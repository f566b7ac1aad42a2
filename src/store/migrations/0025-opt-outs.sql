-- Opt-outs of one sender, and what an operator, a person or a doubtful reply put on the list.

-- Without a value: every sender. How senders are compared: domain/opt-out/sender-key.ts.
-- A number that replied STOP may be blocked by an operator as well: lifting one of the two leaves the other.
alter table suppressions
  drop constraint suppressions_pkey,
  add column id bigint generated always as identity unique,
  add column sender text not null default '' collate "C",
  add column kind text not null default 'opt_out' check (kind in ('opt_out', 'block', 'maybe_opt_out')),
  -- Principal of who added it; null: the person, or the provider in their name.
  add column added_by text,
  add constraint suppressions_pkey primary key (phone, sender, kind);
update suppressions set kind = 'block' where reason not like 'opted out%';

-- The one message that may go to somebody who opted out: it tells them that they did.
alter table messages add column answers_opt_out boolean not null default false;

-- When a number was last answered HELP; gone after an hour.
create table help_replies (
  phone text primary key collate "C",
  at    timestamptz not null
);
