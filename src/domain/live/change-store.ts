import type { Topic } from "./topics.ts";

/**
 * A point in the history of changes, the same on every node. `events`: everything up to this event's number is known;
 * the others are compared for equality.
 */
export type Place = { readonly events: number; readonly tables: Readonly<Record<string, string>> };

export type Changes = {
  /** Topics in which something changed. A topic may be reported although nothing did. */
  readonly topics: ReadonlySet<Topic>;
  readonly place: Place;
};

/** Follows committed changes. Every change is reported at least once, however late its transaction commits. */
export type ChangeFollower = {
  /** Changes since the last call; the first call reports none. */
  next(): Promise<Changes>;
};

export type ChangeStore = {
  follow(): ChangeFollower;
  /** What changed since a place that was reported earlier, by any node; null: that is too long ago. */
  since(place: Place): Promise<ReadonlySet<Topic> | null>;
};
