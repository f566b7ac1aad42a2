-- What all nodes together know of a gateway, beside its pause.

alter table gateway_states
  add column paused_at       timestamptz,
  add column last_success_at timestamptz;

-- The one gateway that may send a text again: it may have taken it, and merges what it has seen itself. null: any.
alter table deliveries add column bound_to text;

-- What became of texts, by minute. Each node adds what it has seen every five seconds; a day of it is kept.
create table gateway_tallies (
  gateway text not null,
  at      timestamptz not null,
  sent    integer not null default 0,
  failed  integer not null default 0,
  unknown integer not null default 0,
  retried integer not null default 0,
  primary key (gateway, at)
) with (fillfactor = 50);

-- The inbox of one person, newest first.
create index inbox_sender on inbox (sender, id desc);
