import { OUT_OF_ORDER, TOO_LONG, type ShopClient } from "./client.ts";

/** How far a collection was read: the last id, and the number of rows up to it. */
export type Place = { readonly id: number; readonly offset: number };

export const BEGINNING: Place = { id: 0, offset: 0 };

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
type Page = {
  readonly start: number;
  readonly rows: readonly Row[];
  readonly length: number;
  readonly isLast: boolean;
  readonly total: number;
};

/** The API's own maximum. */
const PER_REQUEST = 100;
/** Concurrent requests, after a first one. Measured on a real site: 4 at a time read 10,000 users in 5 s. */
const BESIDE = 4;

/**
 * Continues reading a collection ordered by id, some five hundred rows at a time. The API supports offsets and no
 * "after this id", so each request starts at the last known row. If a different row is there, rows were removed or
 * added in the meantime, and the reader finds its position again: no row that remains is skipped or read twice. Rows
 * that the shop itself cannot load are missing from its pages, so a short page is the last one only where the shop's
 * total does not say otherwise.
 *
 * @returns rows after `place`, and where to continue; `next` null: that was all
 */
export async function readInOrder(
  client: ShopClient,
  path: string,
  query: Readonly<Record<string, string>>,
  place: Place,
): Promise<{ readonly rows: readonly Row[]; readonly next: Place | null }> {
  const found: Row[] = [];
  let { id, offset } = place;

  async function request(start: number): Promise<Page> {
    const page = await client.list(path, {
      ...query,
      orderby: "id",
      order: "asc",
      per_page: String(PER_REQUEST),
      offset: String(start),
    });
    if (page === null) throw client.issue(TOO_LONG);
    const { rows, total } = page;
    const known = rows.filter(isRow);
    if (!isInOrder(known, start)) throw client.issue(OUT_OF_ORDER);
    const isShort = rows.length < PER_REQUEST && (total === null || start + PER_REQUEST >= total);
    return { start, rows: known, length: rows.length, isLast: rows.length === 0 || isShort, total: total ?? 0 };
  }

  function take(page: Page): void {
    for (const row of page.rows) {
      if (row.id <= id) continue;
      found.push(row);
      id = row.id;
    }
    // If rows are missing, this is before the last row and not after it, so the next request still starts with a known
    // row.
    offset = page.start + page.length;
  }

  /** The total indicates more rows after a short page; only an empty page proves the end. */
  async function isEnd(short: Page): Promise<boolean> {
    const { length } = await request(short.start + PER_REQUEST);
    if (length > 0 && short.length < 2) throw client.issue("cannot load most of its rows");
    return length === 0;
  }

  let page = await request(Math.max(0, offset - 1));
  for (let step = PER_REQUEST; page.start > 0 && !(page.rows[0] && page.rows[0].id <= place.id); step *= 2) {
    page = await request(Math.max(0, page.start - step));
  }
  take(page);
  if (page.isLast || (page.length < PER_REQUEST && (await isEnd(page)))) return { rows: found, next: null };

  const step = PER_REQUEST - 1;
  const questions = Math.min(BESIDE, Math.ceil((page.total - offset) / step));
  const first = offset - 1;
  const starts = Array.from({ length: Math.max(0, questions) }, (_, index) => first + index * step);
  for (const next of await Promise.all(starts.map(request))) {
    // A gap means that rows moved while the requests ran: the next call finds its position again.
    if (next.rows[0]?.id !== id) break;
    take(next);
    if (next.isLast) return { rows: found, next: null };
  }
  return { rows: found, next: { id, offset } };
}

/** Ids must be distinct integers above 0: the one at offset 300 is at least 301. A cache may ignore the offset. */
function isInOrder(rows: readonly Row[], start: number): boolean {
  return rows.every(({ id }, index) => id > (index === 0 ? start : rows[index - 1]!.id));
}

function isRow(row: unknown): row is Row {
  return typeof row === "object" && row !== null && Number.isSafeInteger((row as { id?: unknown }).id);
}
