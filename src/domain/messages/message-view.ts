import type { Uuid } from "#lib/ids";

import type { HoldReason } from "../deliveries/holds.ts";
import type { RefusedPeople } from "../texts/personal-text.ts";
import type { Addressees } from "./addressees.ts";
import type { MessageContent } from "./content.ts";
import type { Category, MessageState } from "./message.ts";
import type { DeliveryState } from "../deliveries/delivery-state.ts";

/** A message in a list. Times in milliseconds since 1970. */
export type MessageSummary = {
  readonly id: Uuid;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly category: Category;
  readonly content: MessageContent;
  /** The principal who sent it, or who created its schedule. */
  readonly createdBy: string;
  /** So far, while the audience is being resolved. */
  readonly recipients: {
    readonly matched: number;
    readonly accepted: number;
    readonly duplicates: number;
    readonly invalid: number;
    readonly suppressed: number;
  };
  /** Maximum messages per minute; null: as fast as the gateway. */
  readonly ratePerMinute: number | null;
  /** The schedule it is a run of. */
  readonly scheduleId: Uuid | null;
  readonly firstSentAt: number | null;
  readonly finishedAt: number | null;
};

/** Number of accepted deliveries that reached a state other than waiting or in flight, with the reason of a failure. */
export type StateCount = { readonly state: DeliveryState; readonly reason: string; readonly count: number };

/** A message with its recipients and the progress of its deliveries. */
export type MessageView = MessageSummary & {
  /** The addressees; null: not stored. */
  readonly addressees: Addressees | null;
  /**
   * Number of deliveries in each state; empty states are absent. If the message is rolled up, `queued` includes those
   * in flight.
   */
  readonly deliveries: Readonly<Record<string, number>>;
  /** Deliveries that may not leave yet (counted up to HOLDS_COUNTED); null: there are none. */
  readonly held: {
    readonly count: number;
    /** When the first of them is tried. */
    readonly until: number;
    /** When the last of all is tried. */
    readonly last: number;
    readonly reasons: readonly HoldReason[];
  } | null;
  /** Where its deliveries wait: the default route, or a gateway's name. */
  readonly route: string;
  /** Its audience is still being read; it may also be paused. */
  readonly resolving: boolean;
  /** Why its audience cannot be read at the moment; null: it can be, or has been. */
  readonly trouble: string | null;
  /** The people without a text, because of whom the message is not sent. */
  readonly refusedPeople: RefusedPeople | null;
  /** What the gateways accepted, in millionths of each currency. If the message is rolled up, a few seconds old. */
  readonly costs: readonly { readonly currency: string; readonly cost: number }[];
  readonly counts: readonly StateCount[];
  /** Messages sent in the last seconds, and the number of seconds. */
  readonly pace: { readonly texts: number; readonly seconds: number };
  /** Database time of this view. */
  readonly at: number;
};

/** The filter; null: any. */
export type MessageFilter = {
  readonly state: MessageState | null;
  readonly category: Category | null;
  /** Milliseconds since 1970, inclusive. */
  readonly from: number | null;
  /** Milliseconds since 1970, exclusive. */
  readonly to: number | null;
};

export type MessageViews = {
  find(id: Uuid): Promise<MessageView | null>;
  /**
   * One step through the messages, newest first: those that match among the next `rows` after `before`, at most `keep`.
   * `last`: where the next step begins; null: no more messages.
   */
  list(
    filter: MessageFilter,
    step: { readonly before: Uuid | null; readonly rows: number; readonly keep: number },
  ): Promise<{ readonly found: readonly MessageSummary[]; readonly last: Uuid | null }>;
};
