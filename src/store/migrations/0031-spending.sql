-- What was spent on messages, by day and month of the site.

create table spending (
  -- "2027-06-01" or "2027-06".
  period   text primary key,
  -- Millionths of the currency.
  spent    bigint not null default 0,
  messages bigint not null default 0,
  -- When a cap held something back for the first time.
  reached_at timestamptz
) with (fillfactor = 50);
