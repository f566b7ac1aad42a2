import { valueOf } from "#domain/settings/section";
import type { SettingChange, SettingsStore, StoredSection } from "#domain/settings/settings-store";
import { groupCommit } from "#lib/group-commit";

import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";

const READ = "select name, value from settings where name = any($1)";

/** Creates the row where there is none, so that the first two changes of a section wait for each other too. */
const LOCK = `
insert into settings (name, value) values ($1, '{}')
on conflict (name) do update set name = excluded.name returning value`;

/**
 * clock_timestamp(), not now(): the transaction may have waited, and what was held by the previous settings in the
 * meantime must count as older than the change.
 */
const WRITE = `
with changed as (
  update settings set value = $2::jsonb, updated_at = clock_timestamp(), updated_by = $3 where name = $1
)
insert into setting_changes (section, by, before, after) values ($1, $3, $4::jsonb, $2::jsonb)`;

const ALL = `
select name, value, ${millis("updated_at")} as at, updated_by as by from settings order by name`;

const CHANGES = `
select id, section, ${millis("at")} as at, by, before, after from setting_changes
where ($1::text is null or section = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`;

/** Reads that share a statement. */
const MOST_TOGETHER = 1_000;

export function settingsQueries(db: Db): SettingsStore {
  async function readStored(some: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const rows = await db.query<{ name: string; value: unknown }>("read settings", READ, [some]);
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  /**
   * Every call that sends marketing reads settings. A read begins after all the calls that it is for, so each of them
   * sees the changes of those before it.
   */
  const readShared = groupCommit<string, unknown>({
    maxBatch: MOST_TOGETHER,
    // One that is never answered must not hold up the others.
    maxInFlight: 3,
    async flush(names) {
      const stored = await readStored([...new Set(names)]);
      return names.map((name) => stored.get(name));
    },
  });

  return {
    // Those of a transaction see what it has written.
    async read(section) {
      const { name } = section;
      return valueOf(section, db.inTransaction() ? (await readStored([name])).get(name) : await readShared(name));
    },
    readAll: () => db.query<StoredSection>("read all settings", ALL, []),
    async lock(name) {
      const [row] = await db.query<{ value: unknown }>("lock settings", LOCK, [name]);
      return row!.value;
    },
    async write({ section, by, before, after }) {
      await db.query("write settings", WRITE, [section, JSON.stringify(after), by, JSON.stringify(before)]);
    },
    changes: ({ section, before, limit }) =>
      db.query<SettingChange>("setting changes", CHANGES, [section, before, limit]),
  };
}
