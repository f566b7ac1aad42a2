-- Deliveries that may not leave yet, and how often people were texted lately.

create table holds (
  message_id uuid not null,
  phone      text not null collate "C",
  -- Where it is queued again.
  route      text not null,
  priority   smallint not null,
  due        timestamptz not null,
  -- The name of the settings that hold it back: when these change it is judged again.
  reason     text not null,
  held_at    timestamptz not null default now(),
  primary key (message_id, phone)
);
create index holds_due on holds (due);
create index holds_reason on holds (reason, held_at);
create index holds_route on holds (route);
-- What is held of a message is shown from this index alone.
create index holds_message on holds (message_id, due) include (reason);

create table contacts (
  phone   text collate "C" primary key,
  -- [[message, milliseconds since 1970], …], the newest last.
  recent  jsonb not null default '[]',
  last_at timestamptz not null default now()
) with (fillfactor = 80);
