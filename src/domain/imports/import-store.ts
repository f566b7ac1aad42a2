import type { Uuid } from "#lib/ids";

import type { Phone } from "../recipients/phone.ts";
import type { ImportCounts, ImportedPerson, ImportPlan, RowIssue } from "./import.ts";

/** The people of an import to be merged next: those with a number above `after`, up to `last`. */
export type ImportPage = {
  readonly id: Uuid;
  readonly plan: ImportPlan;
  /** Principal of the caller who started the import. */
  readonly actor: string;
  readonly after: string;
  readonly last: string;
  /** Ids of the groups that were created for the file. */
  readonly fresh: readonly number[];
};

/** What became of people. */
export type Merged = {
  readonly people: number;
  readonly counts: ImportCounts;
  /** Who joined, by the new group. */
  readonly joined: readonly number[];
};

/** The people of an import in a range of numbers: those above `after`, up to `upto`, which are sealed. */
export type ImportRange = {
  readonly nth: number;
  /** null: from the first. */
  readonly after: Buffer | null;
  /** null: to the last. */
  readonly upto: Buffer | null;
  readonly done: boolean;
  readonly merged: Merged;
};

/** A file's text in parts, and its people while they are merged. Every call joins the surrounding transaction. */
export type ImportStore = {
  /** How many files are being uploaded or imported. */
  open(): Promise<number>;
  begin(id: Uuid, sealedKey: Buffer): Promise<void>;
  addPart(id: Uuid, nth: number, sealed: Buffer): Promise<void>;
  /** null: the import has ended. */
  sealedKey(id: Uuid): Promise<Buffer | null>;
  /** Parts from `nth` on, at most `limit`. */
  parts(id: Uuid, nth: number, limit: number): Promise<readonly Buffer[]>;
  /** @returns how many of them have the number of an earlier row, which they replace */
  stage(id: Uuid, people: readonly ImportedPerson[]): Promise<number>;
  addIssues(id: Uuid, issues: readonly RowIssue[]): Promise<void>;
  /** Rows that were left out, in the order of the file, after `row`. */
  issues(id: Uuid, row: number, limit: number): Promise<readonly RowIssue[]>;
  /**
   * The next people in the order of their numbers, after `after` and up to `upto`, with `memberships` of the file and of
   * the plan.
   *
   * @returns `last` null: there are none; `groups`: as in {@link ImportedPerson}
   */
  page(
    id: Uuid,
    plan: ImportPlan,
    range: { readonly after: string; readonly upto: string | null },
    memberships: number,
  ): Promise<{ readonly last: string | null; readonly people: number; readonly groups: readonly string[] }>;
  /**
   * Merges a page of people into subscribers, memberships and consents; a dry run only counts what this would change.
   * People who opted out are not suppressed yet.
   */
  merge(page: ImportPage): Promise<{
    readonly counts: ImportCounts;
    readonly joined: Merged["joined"];
    /** In the order of their numbers. */
    readonly optedOut: readonly Phone[];
  }>;
  /** The number of the `nth` person in the order of numbers, counted from 1; null: there are fewer. */
  phoneOf(id: Uuid, nth: number): Promise<Phone | null>;
  addRange(id: Uuid, range: ImportRange): Promise<void>;
  ranges(id: Uuid): Promise<readonly ImportRange[]>;
  /** The same, locked for the transaction: no page is being merged. */
  holdRanges(id: Uuid): Promise<readonly ImportRange[]>;
  /** Locks it for the transaction. null: the import has ended. */
  holdRange(id: Uuid, nth: number): Promise<ImportRange | null>;
  saveRange(id: Uuid, range: Omit<ImportRange, "upto">): Promise<void>;
  /** @returns how many were deleted */
  dropPeople(id: Uuid, limit: number): Promise<number>;
  /** Deletes the file and its key. */
  drop(id: Uuid): Promise<void>;
  mapping(headings: Buffer): Promise<Readonly<Record<string, string>> | null>;
  rememberMapping(headings: Buffer, mapping: Readonly<Record<string, string>>): Promise<void>;
};
