import type { Uuid } from "#lib/ids";

import type { MessageContent } from "./content.ts";
import type { Category, MessageState } from "./message.ts";
import type { DeliveryState } from "../outbox/status.ts";

/** A message in a list. Times in milliseconds since 1970. */
export type MessageSummary = {
  readonly id: Uuid;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly category: Category;
  readonly content: MessageContent;
  /** The principal who sent it, or whose schedule it is a run of. */
  readonly createdBy: string;
  /** So far, while the audience is being resolved. */
  readonly recipients: {
    readonly matched: number;
    readonly accepted: number;
    readonly duplicates: number;
    readonly invalid: number;
    readonly suppressed: number;
  };
  /** Texts a minute at most; null: as fast as the gateway. */
  readonly ratePerMinute: number | null;
  /** The schedule it is a run of. */
  readonly scheduleId: Uuid | null;
  readonly firstSentAt: number | null;
  readonly finishedAt: number | null;
};

/** How many of the accepted texts came into a state that is not waiting or on the wire, and why where it is a failure. */
export type StateCount = { readonly state: DeliveryState; readonly reason: string; readonly count: number };

/** A message as it stands: what was found, and how far its deliveries are. */
export type MessageView = MessageSummary & {
  /**
   * How many deliveries are in each state; states without any are absent. Where the message is rolled up, `queued` has
   * those that are on the wire too.
   */
  readonly deliveries: Readonly<Record<string, number>>;
  /** Where its texts wait: the default route, or a gateway's name. */
  readonly route: string;
  /** Its audience is still being read, though it may be paused. */
  readonly resolving: boolean;
  /** Why its audience cannot be read at the moment; null: it can, or was. */
  readonly trouble: string | null;
  readonly counts: readonly StateCount[];
  /** Texts that left in the last seconds, and in how many seconds. */
  readonly pace: { readonly texts: number; readonly seconds: number };
  /** Database time of this view. */
  readonly at: number;
};

/** Which messages; null: no matter. */
export type MessageFilter = {
  readonly state: MessageState | null;
  readonly category: Category | null;
  /** Milliseconds since 1970, the first inside. */
  readonly from: number | null;
  /** Milliseconds since 1970, the first outside. */
  readonly to: number | null;
};

export type MessageViews = {
  find(id: Uuid): Promise<MessageView | null>;
  /**
   * One step through the messages, newest first: of the next `rows` behind `before` those that match, `keep` at most.
   * `last`: where the next step begins; null: nothing is left.
   */
  list(
    filter: MessageFilter,
    step: { readonly before: Uuid | null; readonly rows: number; readonly keep: number },
  ): Promise<{ readonly found: readonly MessageSummary[]; readonly last: Uuid | null }>;
};
