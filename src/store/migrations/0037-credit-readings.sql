-- The credit of gateways by hour, for how long it will last.

create table credit_readings (
  gateway text not null,
  hour    timestamptz not null,
  -- The last one of the hour, in the gateway's unit.
  amount  numeric not null,
  primary key (gateway, hour)
);
