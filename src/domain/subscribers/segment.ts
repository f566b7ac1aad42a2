import type { Uuid } from "#lib/ids";

import type { Filter } from "./filter.ts";

/** The subscribers who match a stored filter at the moment. Not to be confused with a segment of a long message. */
export type Segment = {
  readonly id: number;
  readonly name: string;
  readonly filter: Filter;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
};

export type SegmentChange = { readonly name?: string | undefined; readonly filter?: Filter | undefined };

/** What sending needs to know about segments. */
export type SegmentLookup = {
  /** The ids that exist among `ids`. */
  existing(ids: readonly number[]): Promise<readonly number[]>;
  /** As `existing`; and none of them is deleted before the surrounding transaction ends. */
  hold(ids: readonly number[]): Promise<readonly number[]>;
};

export type SegmentStore = SegmentLookup & {
  /** Ordered by id, starting after `after`. */
  list(page: { readonly after: number; readonly limit: number }): Promise<readonly Segment[]>;
  find(id: number): Promise<Segment | null>;
  /** Names are given one at a time, until the surrounding transaction ends. */
  lock(): Promise<void>;
  isNamed(name: string, except: number | null): Promise<boolean>;
  create(name: string, filter: Filter): Promise<number>;
  update(id: number, change: SegmentChange): Promise<void>;
  /** Locks it, so that nothing new can hold it. false: there is none with this id. */
  lockOne(id: number): Promise<boolean>;
  remove(id: number): Promise<void>;
  /** Subscribers who match, in any state, and those of them who would receive a message; each up to `atMost`. */
  count(filter: Filter, atMost: number): Promise<{ readonly people: number; readonly reachable: number }>;
  /** Schedules that may still run, and messages whose audience is being resolved, up to ten of each. */
  usedBy(id: number): Promise<{ readonly schedules: readonly Uuid[]; readonly messages: readonly Uuid[] }>;
};
