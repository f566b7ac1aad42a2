/**
 * SQL for the chunks that still have the tokens of their claims, in the order of their ids. A lock of `c` follows.
 *
 * @param ids parameter of the statement with the chunks' ids; `tokens`: with theirs
 */
export const leasedChunks = (ids = "$1", tokens = "$2"): string =>
  `select c.id from chunks c join unnest(${ids}::bigint[], ${tokens}::integer[]) as k(id, token) on c.id = k.id and c.token = k.token
  order by c.id`;
