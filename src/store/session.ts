import type pg from "pg";

/** PostgreSQL settings of a session, by name; times in milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * How our statements are read and answered: a server, a database or a role may have other defaults. And a session that
 * waits is not ended: the next call on it would fail.
 */
const COMMON: SessionSettings = {
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  idle_session_timeout: 0,
};

/**
 * With `off`, what was committed is lost in a crash of the server: messages that were accepted, and the marks of those
 * that were sent. The other values name the servers that must have a commit, which their administrator decides.
 */
const SET_UP = `
select pg_backend_pid() as pid, set_config(name, value, false) from (
  select * from unnest($1::text[], $2::text[])
  union all select 'synchronous_commit', 'on' where current_setting('synchronous_commit') = 'off'
) given(name, value)`;

/**
 * Applies the settings that our sessions need, on the session itself: poolers refuse or drop the `options` of a startup
 * packet.
 *
 * @returns whether the server itself answers, not a pooler in front of it. A pooler invents the number by which a
 *   statement is canceled, which PostgreSQL takes from its process.
 */
export async function setUpSession(client: pg.ClientBase, settings: SessionSettings): Promise<{ direct: boolean }> {
  const all = { ...COMMON, ...settings };
  const { rows } = await client.query<{ pid: number }>(SET_UP, [Object.keys(all), Object.values(all).map(String)]);
  return { direct: rows[0]!.pid === processIdOf(client) };
}

/** `pg` has it but does not declare it. */
export function processIdOf(client: pg.ClientBase): unknown {
  return (client as { processID?: unknown }).processID;
}
