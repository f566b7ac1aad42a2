import type { ShopClient } from "./client.ts";

/** How far a collection was read: the last id, and how many rows stood up to it. */
export type Place = { readonly id: number; readonly offset: number };

export const BEGINNING: Place = { id: 0, offset: 0 };

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
type Page = { readonly start: number; readonly rows: readonly Row[]; readonly length: number; readonly total: number };

/** The API's own limit. */
const PER_REQUEST = 100;
/** Questions beside each other, after a first one. Measured on a real site: 4 at a time read 10,000 users in 5 s. */
const BESIDE = 4;

/**
 * Reads on in a collection ordered by id, some five hundred rows at a time. The API knows places and no "after this
 * id", so each question begins at the last row that is known. Where another row stands there, people went away or came
 * meanwhile, and the reading finds its place again: nobody who stays is skipped or read twice.
 *
 * @returns rows behind `place`, and where to go on; `next` null: that was all
 */
export async function readInOrder(
  client: ShopClient,
  path: string,
  query: Readonly<Record<string, string>>,
  place: Place,
): Promise<{ readonly rows: readonly Row[]; readonly next: Place | null }> {
  const found: Row[] = [];
  let { id, offset } = place;

  async function ask(start: number): Promise<Page> {
    const { rows, total } = await client.list(path, {
      ...query,
      orderby: "id",
      order: "asc",
      per_page: String(PER_REQUEST),
      offset: String(start),
    });
    return { start, rows: rows.filter(isRow), length: rows.length, total: total ?? 0 };
  }

  /** @returns whether nothing stands behind the page */
  function take(page: Page): boolean {
    for (const row of page.rows) {
      if (row.id <= id) continue;
      found.push(row);
      id = row.id;
    }
    offset = page.start + page.length;
    return page.length < PER_REQUEST;
  }

  let page = await ask(Math.max(0, offset - 1));
  for (let step = PER_REQUEST; page.start > 0 && !(page.rows[0] && page.rows[0].id <= place.id); step *= 2) {
    page = await ask(Math.max(0, page.start - step));
  }
  if (take(page)) return { rows: found, next: null };

  const step = PER_REQUEST - 1;
  const questions = Math.min(BESIDE, Math.ceil((page.total - offset) / step));
  const first = offset - 1;
  const starts = Array.from({ length: Math.max(0, questions) }, (_, index) => first + index * step);
  for (const next of await Promise.all(starts.map(ask))) {
    // What does not join on was moved while the questions ran: the next call finds its place again.
    if (next.rows[0]?.id !== id) break;
    if (take(next)) return { rows: found, next: null };
  }
  return { rows: found, next: { id, offset } };
}

function isRow(row: unknown): row is Row {
  return typeof row === "object" && row !== null && Number.isSafeInteger((row as { id?: unknown }).id);
}
