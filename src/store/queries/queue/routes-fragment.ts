/** SQL, after `with recursive`: the routes of claimable chunks; each is found by one step in the claim index. */
export const CLAIMABLE_ROUTES = `routes as (
  (select route from chunks where claimable order by route limit 1)
  union all
  select (select c.route from chunks c where c.claimable and c.route > routes.route order by c.route limit 1)
  from routes where routes.route is not null
)`;

/** The same for held deliveries. */
export const HELD_ROUTES = `held_routes as (
  (select route from holds order by route limit 1)
  union all
  select (select h.route from holds h where h.route > held_routes.route order by h.route limit 1)
  from held_routes where held_routes.route is not null
)`;
