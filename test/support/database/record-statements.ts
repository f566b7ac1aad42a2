import { appendFileSync } from "node:fs";

import pg from "pg";

/**
 * Loaded before every test file: under TIDINGS_STATEMENTS each named statement that this process executes is added to
 * that file, one JSON array of name and text a line. scripts/prepare-statements.ts reads it.
 */
const file = process.env["TIDINGS_STATEMENTS"];
const recorded = Symbol.for("tidings.statementsRecorded");
type Send = (this: pg.Client, query: unknown, ...rest: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Send };
if (file && !(recorded in prototype.query)) {
  const names = new Set<string>();
  const send = prototype.query;
  const recording: Send = function query(query, ...rest) {
    const { name, text } = (typeof query === "object" && query !== null ? query : {}) as Partial<pg.QueryConfig>;
    if (name && text && !names.has(name)) {
      names.add(name);
      appendFileSync(file, `${JSON.stringify([name, text])}\n`);
    }
    return send.call(this, query, ...rest);
  };
  prototype.query = Object.assign(recording, { [recorded]: true });
}
