import type { ConsentLedger } from "../consent/consent-ledger.ts";
import type { JobTurn } from "../jobs/job-kind.ts";
import type { GroupStore, NewsletterStore } from "../newsletter/newsletter-store.ts";
import type { SuppressionStore } from "../opt-out/suppression-store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { FileDeps } from "./file-window.ts";
import { noCounts, type ImportCounts, type ImportPlan } from "./import.ts";
import { joinedByAll } from "./joined-groups.ts";
import type { ReadRowsDeps } from "./read-rows.ts";

/** How long a step begins new work. Whoever cancels the job or erases a person in it waits for the step, 5 s at most. */
export const STEP_MS = 500;

export type ImportParams = {
  readonly plan: ImportPlan;
  /** Bytes before the first record with a person, and its number. */
  readonly skip: number;
  readonly firstRow: number;
};

export type Position =
  | {
      readonly phase: "read";
      readonly part: number;
      readonly offset: number;
      readonly row: number;
      /** Names of groups that are created once the whole file is read. */
      readonly fresh?: readonly string[];
    }
  /** How far the people are merged is in the ranges of the import. `after`: see {@link undividedRange}. */
  | {
      readonly phase: "merge";
      readonly total: number;
      readonly fresh?: readonly number[];
      readonly after?: string | null;
    }
  | { readonly phase: "clean"; readonly total: number };

/** The position of one phase. */
export type In<Phase extends Position["phase"]> = Extract<Position, { readonly phase: Phase }>;

export type Counts = ImportCounts & {
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly dryRun: boolean;
  /** Groups that everyone of the file joins; none if rows name theirs in place of them. */
  readonly groupIds: readonly number[];
  /** Of a file whose rows name groups: those that its people join. `-3`: the third of the new ones, while it is read. */
  readonly joinedGroupIds?: readonly number[];
  /** Of a file with groups that did not exist: `id` null in a dry run; `people` who joined, or would. */
  readonly newGroups?: readonly { readonly id: number | null; readonly name: string; readonly people: number }[];
};

export type ImportKindDeps = FileDeps &
  ReadRowsDeps & {
    readonly groups: Pick<GroupStore, "create">;
    readonly newsletter: Pick<NewsletterStore, "groups">;
    readonly suppressions: Pick<SuppressionStore, "add">;
    readonly consentLedger: ConsentLedger;
    readonly unitOfWork: Pick<UnitOfWork, "beside" | "freeSessions">;
    readonly now: () => number;
  };

export const countsOf = ({ result, params }: Pick<JobTurn<ImportParams>, "result" | "params">): Counts =>
  (result as Counts | null) ?? {
    rows: 0,
    invalid: 0,
    duplicates: 0,
    ...noCounts,
    dryRun: params.plan.dryRun,
    groupIds: joinedByAll(params.plan),
  };
