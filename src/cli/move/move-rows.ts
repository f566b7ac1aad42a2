import type { Operator } from "#app/operator";

import type { Io } from "../command.ts";
import { printRefusal } from "../print-refusal.ts";
import { leftOut, type Unread } from "./left-out.ts";
import type { RowPages } from "./pages.ts";

/** One kind of rows and the call that takes them. */
export type RowsKind = {
  readonly name: string;
  readonly path: string;
  /** The parameter with the rows. */
  readonly rows: string;
};

export type RowOptions = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Sends all pages and prints what became of every row. Each call is complete in itself and can be repeated.
 *
 * @returns 0, or 1 if a call is refused
 */
export async function moveRows(
  kind: RowsKind,
  sites: readonly { readonly pages: RowPages; readonly options: RowOptions }[],
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call">,
): Promise<number> {
  const counts = new Map<string, number>();
  const unread: Unread[] = [];
  for (const { pages, options } of sites) {
    for (const page of pages.pages) {
      const body = { ...options, [kind.rows]: JSON.parse(await page.text()) };
      const reply = await operator.call("POST", kind.path, body);
      if (!reply.ok) {
        io.err(`tidings: ${kind.name}: what was moved before this stays. Run the command again when it is solved.`);
        printRefusal(reply, io, { country: { wire: "country" }, "time-zone": { wire: "time_zone" } });
        return 1;
      }
      add(counts, reply.data);
      unread.push(...(reply.data.unreadable as readonly Unread[]));
    }
  }
  for (const [name, count] of counts) io.out(`${kind.name}, ${name.replaceAll("_", " ")}: ${count}`);
  const named = unread.map(({ reference, reason }) => ({ reference, reason: reason.replaceAll("_", " ") }));
  for (const line of leftOut(`${kind.name}, left out because of `, named)) io.out(line);
  return 0;
}

/** Adds the counts of a reply, those of its parts under their own names, and how many rows were left out. */
function add(counts: Map<string, number>, data: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === "number") counts.set(name, (counts.get(name) ?? 0) + value);
    else if (Array.isArray(value)) counts.set("left out", (counts.get("left out") ?? 0) + value.length);
    else if (typeof value === "object" && value !== null) {
      for (const [part, count] of Object.entries(value)) {
        const full = `${name} ${part}`;
        if (typeof count === "number") counts.set(full, (counts.get(full) ?? 0) + count);
      }
    }
  }
}
