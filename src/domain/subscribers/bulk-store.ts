import type { Uuid } from "#lib/ids";

import type { Evidence } from "../consent/consent-record.ts";
import type { CustomFields } from "../newsletter/newsletter-store.ts";
import type { Filter } from "./filter.ts";

/** The people to whom a bulk action applies. */
export type Selection = { readonly filter: Filter } | { readonly ids: readonly number[] };

/** People whose rows are locked until the transaction ends, in the order of their numbers. */
export type BulkPage = {
  /** Those who are still selected now that no one else can change them. */
  readonly ids: readonly number[];
  /** How many were selected before. */
  readonly seen: number;
  /** The highest id that was scanned, whether it was selected or not; null: there are no more. */
  readonly last: number | null;
};

/**
 * Changes of many subscribers in a few statements, each within the transaction that locked them. They write consents
 * and events as the actions on one person do, and return how many people changed.
 */
export type BulkStore = {
  /**
   * Subscribers who are selected, and the highest id: people who join later are not.
   *
   * @returns `people`: null if counting them would take too long
   */
  measure(selection: Selection): Promise<{ readonly people: number | null; readonly last: number }>;
  /** Locks the next people in the order of their ids: those above `after`, up to `last`. */
  page(selection: Selection, after: number, last: number, limit: number): Promise<BulkPage>;
  /**
   * Makes them active members. Not those who are or were members, who have opted out, or who left every group.
   *
   * @param job under which it is recorded who became one
   */
  join(
    ids: readonly number[],
    group: { readonly id: number; readonly name: string },
    by: Evidence,
    job: Uuid,
  ): Promise<number>;
  /** How many joined by that job and may still be taken back. */
  joinedBy(job: Uuid): Promise<number>;
  /**
   * Takes back the memberships of the next people who joined by that job, those with an id above `after`: they have
   * never been members, except for the consents. Not where the membership was changed since.
   *
   * @returns `last`: the highest id that was read; null: no one is left
   */
  takeBack(
    job: Uuid,
    page: { readonly after: number; readonly limit: number },
    by: Evidence,
  ): Promise<{ readonly seen: number; readonly changed: number; readonly last: number | null }>;
  /** Ends their memberships, in one group or in all. */
  leave(ids: readonly number[], group: number | null, by: Evidence): Promise<number>;
  /** Ends their memberships and deletes them. */
  remove(ids: readonly number[], by: Evidence): Promise<number>;
  /** Sets or removes a custom field, except for those who would then have more than `most`. */
  setField(ids: readonly number[], key: string, value: CustomFields[string] | null, most: number): Promise<number>;
};
