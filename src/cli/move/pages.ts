/**
 * A call with NUL or half a surrogate pair is refused, with all its rows: PostgreSQL stores neither, and no phone shows
 * them.
 */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value;

/** Rows in the pages in which they are sent; a page is the JSON of a list, outside the heap. */
export type RowPages = { readonly rows: number; readonly pages: readonly Blob[] };

export function pagesOf(most: { readonly rows: number; readonly bytes: number }) {
  const pages: Blob[] = [];
  let open: string[] = [];
  let bytes = 0;
  let rows = 0;

  function close(): void {
    if (open.length > 0) pages.push(new Blob([`[${open.join(",")}]`]));
    open = [];
    bytes = 0;
  }

  return {
    add(row: object): void {
      const json = JSON.stringify(row, storable);
      const size = Buffer.byteLength(json);
      if (open.length === most.rows || bytes + size > most.bytes) close();
      open.push(json);
      bytes += size;
      rows += 1;
    },
    end(): RowPages {
      close();
      return { rows, pages };
    },
  };
}
