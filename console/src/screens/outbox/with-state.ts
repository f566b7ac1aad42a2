const statuses: ReadonlySet<unknown> = new Set(["success", "failed", "pending", "all"]);

/** Before there was `state`, an exact state was a `status`: in links and in views that were saved then. */
export function withState<Search extends Readonly<Record<string, unknown>>>(search: Search): Search {
  const { status, ...rest } = search;
  if (typeof status !== "string" || statuses.has(status)) return search;
  return { state: status, ...rest } as unknown as Search;
}
