import type { Uuid } from "#lib/ids";

import type { ConsentGround } from "../consent/require-consent.ts";
import type { ContentInput } from "../messages/content.ts";
import type { NumberVariables } from "../messages/personalize.ts";
import type { Audience, Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { PauseReason } from "./owners.ts";
import type { RepeatRule } from "./repeat.ts";
import type { Moment } from "./moment.ts";

export const scheduleStates = ["active", "paused", "waiting_license", "completed", "canceled"] as const;
export type ScheduleState = (typeof scheduleStates)[number];

/** What becomes of a run that is late. */
export const lateChoices = ["send", "skip"] as const;
export type LateChoice = (typeof lateChoices)[number];

export const runOutcomes = ["sent", "skipped", "failed"] as const;

/** What each occurrence sends. */
export type ScheduledMessage = {
  readonly content: ContentInput;
  readonly category: Category;
  /** Seconds from the run; null: the default of the category. */
  readonly validFor: number | null;
  readonly ratePerMinute: number | null;
  readonly route: string;
  /** Direct numbers. */
  readonly phones: readonly Phone[];
  /** Values of direct numbers for the variables of the text. */
  readonly variables?: NumberVariables;
  readonly duplicates: number;
  readonly invalid: number;
  /** What a live schedule resolves at each run, including individual users. */
  readonly audience: Audience | null;
  /** Of marketing, as of its creation; absent: some of its people had not agreed, or it was not checked. */
  readonly consent?: ConsentGround;
  readonly createdBy: string;
};

export type Schedule = {
  readonly id: Uuid;
  readonly state: ScheduleState;
  readonly message: ScheduledMessage;
  readonly start: Moment;
  readonly zone: string;
  /** null: it runs once, at its start. */
  readonly repeat: RepeatRule | null;
  /** Milliseconds since 1970, as all times here. */
  readonly nextRun: number | null;
  readonly ifLate: LateChoice;
  /** Seconds after which a run counts as late. */
  readonly lateAfter: number;
  /** The stored recipients of a frozen audience; null: live. */
  readonly frozenSet: Uuid | null;
  readonly runs: number;
  readonly lastRun: number | null;
  readonly lastError: string | null;
  /** Incremented with every change by a caller. */
  readonly version: number;
  readonly createdBy: string;
  /** The user responsible for its runs: the one who created it, or who changed or resumed it last. */
  readonly owner: string;
  /** Why the service paused it; null: a caller did, or it is not paused. */
  readonly pauseReason: PauseReason | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** The result of one occurrence. */
export type ScheduleRun = {
  /** When it was due. */
  readonly runAt: number;
  /** When that was decided. */
  readonly at: number;
  readonly outcome: (typeof runOutcomes)[number];
  /**
   * Why it was skipped or failed: late, by_request, restored, no_recipients, no_gateway, gateway_cannot,
   * missing_values, too_long, consent_required.
   */
  readonly reason: string | null;
  readonly messageId: Uuid | null;
  readonly messageState: string | null;
  /** Earlier occurrences missed while nothing ran. */
  readonly missed: number;
};

/** Seconds. A message that is this late is not sent unless the caller requests it. */
export const DEFAULT_LATE_AFTER = 900;
export const DEFAULT_IF_LATE = "skip";
