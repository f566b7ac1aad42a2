-- needs: 23
-- A text of their own for each recipient. Older nodes would send the variables instead of their values.

-- Whether the variables in the text are replaced for each recipient.
alter table messages
  add column personal boolean not null default false,
  -- Why there was no text for somebody, so that it was sent to nobody: {count, sample}.
  add column refused_people jsonb;

-- The recipient's own text; null: the text of the message. Without it, a row is no wider than before.
alter table deliveries add column own_text text;

-- Texts of an audience that is being read: the first delivery is written once everyone's text is here. A person without a
-- text has the reason.
create table prepared_texts (
  message_id uuid not null,
  phone      text not null collate "C",
  body       text,
  segments   smallint,
  refusal    jsonb,
  -- Found only as a member of a group or a segment: who leaves before their delivery is written gets none.
  via_group  boolean not null default false,
  primary key (message_id, phone),
  check ((body is null) = (refusal is not null))
);
create index prepared_texts_refused on prepared_texts (message_id) where body is null;

create table templates (
  id         bigint generated always as identity primary key,
  name       text not null,
  body       text not null,
  category   text check (category in ('marketing', 'transactional', 'otp')),
  -- Texts by locale.
  variants   jsonb not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index templates_name on templates (lower(name));
