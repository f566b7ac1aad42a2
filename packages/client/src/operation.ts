/** What a method does with the response; `page`: a list that continues at a cursor; `file`: a stream of bytes. */
export type Kind = "data" | "page" | "events" | "file";

/** How an operation is called. */
export type Operation = {
  readonly method: string;
  /** Below the base path, with `{name}` for path parameters. */
  readonly path: string;
  readonly kind: Kind;
  /** Content type of a body that is a file; null: there is none. */
  readonly upload: string | null;
  /** A DELETE whose parameters must not be in its address: proxies write that to their logs. */
  readonly isInBody: boolean;
  /** Takes no credentials, so no idempotency key can belong to its caller. */
  readonly isOpen: boolean;
};

/** Reads one entry of the generated table: `/imports POST upload:text/csv`. */
export function readOperation(entry: string): Operation {
  const [path = "", method = "", ...words] = entry.split(" ");
  const kind = (["page", "events", "file"] as const).find((one) => words.includes(one)) ?? "data";
  const upload = words.find((word) => word.startsWith("upload:"))?.slice("upload:".length) ?? null;
  return { method, path, kind, upload, isInBody: words.includes("body"), isOpen: words.includes("open") };
}
