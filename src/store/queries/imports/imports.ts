import type { ImportStore } from "#domain/imports/import-store";
import type { RowIssue } from "#domain/imports/import";

import type { Db } from "../../database.ts";
import type { ConsentQueries } from "../consent/consents.ts";
import { dropPeople } from "./cleanup.ts";
import { importPage, mergeImport } from "./merge.ts";
import { rangeQueries } from "./ranges.ts";
import { stagePeople } from "./stage.ts";

/** @param webhooks called after a commit that left work for the webhook sender */
export function importQueries(db: Db, { keys }: Pick<ConsentQueries, "keys">, webhooks: () => void): ImportStore {
  return {
    async open() {
      const [row] = await db.query<{ count: number }>("open imports", "select count(*)::int as count from imports", []);
      return row!.count;
    },
    async begin(id, sealedKey) {
      await db.query("begin import", "insert into imports (id, sealed_key) values ($1, $2)", [id, sealedKey]);
    },
    async addPart(id, nth, sealed) {
      await db.query("add import part", "insert into import_parts (import_id, nth, content) values ($1, $2, $3)", [
        id,
        nth,
        sealed,
      ]);
    },
    async sealedKey(id) {
      const [row] = await db.query<{ key: Buffer }>(
        "import key",
        "select sealed_key as key from imports where id = $1",
        [id],
      );
      return row?.key ?? null;
    },
    async parts(id, nth, limit) {
      const rows = await db.query<{ content: Buffer }>("import parts", PARTS, [id, nth, limit]);
      return rows.map(({ content }) => content);
    },
    stage: (id, people) => stagePeople(db, id, people),
    async addIssues(id, issues) {
      if (issues.length === 0) return;
      await db.query("add import issues", ADD_ISSUES, [
        id,
        issues.map(({ row }) => row),
        issues.map(({ column }) => column),
        issues.map(({ target }) => target),
        issues.map(({ reason }) => reason),
      ]);
    },
    issues: (id, row, limit) => db.query<RowIssue>("import issues", ISSUES, [id, row, limit]),
    page: (id, plan, range, memberships) => importPage(db, id, plan, range, memberships),
    merge: (page) => mergeImport(db, { keys, webhooks }, page),
    ...rangeQueries(db),
    dropPeople: (id, limit) => dropPeople(db, id, limit),
    async drop(id) {
      await db.query("delete import", "delete from imports where id = $1", [id]);
    },
    async mapping(headings) {
      const [row] = await db.query<{ mapping: Record<string, string> }>(
        "import mapping",
        "select mapping from import_mappings where headings = $1",
        [headings],
      );
      return row?.mapping ?? null;
    },
    async rememberMapping(headings, mapping) {
      await db.query("remember import mapping", REMEMBER, [headings, JSON.stringify(mapping)]);
    },
  };
}

const PARTS = "select content from import_parts where import_id = $1 and nth >= $2 order by nth limit $3";

const ADD_ISSUES = `
insert into import_issues (import_id, row, col, target, reason)
select $1::uuid, * from unnest($2::int[], $3::int[], $4::text[], $5::text[])`;

const ISSUES = `
select row, col as "column", target, reason from import_issues
where import_id = $1 and row > $2 order by row limit $3`;

const REMEMBER = `
insert into import_mappings (headings, mapping) values ($1, $2::jsonb)
on conflict (headings) do update set mapping = excluded.mapping, updated_at = now()`;
