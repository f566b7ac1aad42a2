import type pg from "pg";

/** PostgreSQL settings of a session, by name; times in milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Applies the settings that our sessions need, on the session itself: poolers refuse or drop the `options` of a startup
 * packet.
 *
 * @returns whether the server itself answers, not a pooler in front of it. A pooler invents the number by which a
 *   statement is canceled, which PostgreSQL takes from its process.
 */
export async function setUpSession(client: pg.ClientBase, settings: SessionSettings): Promise<{ direct: boolean }> {
  const { rows } = await client.query<{ pid: number }>(
    "select pg_backend_pid() as pid, set_config(name, value, false) from unnest($1::text[], $2::text[]) as given(name, value)",
    [Object.keys(settings), Object.values(settings).map(String)],
  );
  return { direct: rows[0]!.pid === processIdOf(client) };
}

/** `pg` has it but does not declare it. */
export function processIdOf(client: pg.ClientBase): unknown {
  return (client as { processID?: unknown }).processID;
}
