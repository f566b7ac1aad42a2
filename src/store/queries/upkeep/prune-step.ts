import type { Step } from "#domain/ports/pruning-store";

export type Page = { removed: number; seen: number; last: string | null; old: boolean | null };

/** Where a walk goes on: behind a page that was full, as long as all of it was old enough. */
export function stepOf({ removed, seen, last, old }: Page, limit: number): Step {
  return { removed, next: seen === limit && old === true ? last : null };
}
