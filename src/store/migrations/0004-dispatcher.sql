-- Claims by rows, rates of single messages, concurrency that nodes share.

alter table chunks
  -- How many texts: a claim takes as many chunks as fill a window, without reading their lists.
  add column size integer not null generated always as (cardinality(phones)) stored,
  -- Taken out of the claim index because its message leaves slowly; opened again as its turn comes.
  add column throttled boolean not null default false;
create index chunks_throttled on chunks (message_id, turn, id) where throttled;

alter table throttles
  -- Where the last slice begins that was given away; null: nothing was given.
  add column start timestamptz,
  -- Units a second by which `next` was reckoned: a change of rate changes what is still to be waited for.
  add column rate double precision not null default 1;

-- How many calls each node may have on the wire of a gateway whose limit all nodes share.
create table gateway_shares (
  gateway text not null,
  owner   text not null,
  calls   integer not null,
  until   timestamptz not null,
  primary key (gateway, owner)
) with (fillfactor = 50);
