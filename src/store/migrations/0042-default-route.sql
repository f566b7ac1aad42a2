-- needs: 42
-- Older nodes without TIDINGS_GATEWAY would give what waits on the default route to their sandbox while no stored
-- gateway is enabled.

alter table gateway_setup
  -- No stored gateway was ever in the default route: without TIDINGS_GATEWAY, the sandbox is what messages are accepted for.
  add column trial boolean not null default true;
update gateway_setup set trial = false where exists (select from gateways where in_default_route);

alter table gateways
  -- When it may have got another account at its provider: that account has never seen what is in doubt from before.
  add column account_since timestamptz not null default clock_timestamp();
