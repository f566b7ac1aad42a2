-- The last time that the database's clock was looked at. An earlier one afterwards: it was set back.
create table clock_looks (
  one boolean primary key default true check (one),
  at  timestamptz not null
);
