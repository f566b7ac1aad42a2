import type { Uuid } from "#lib/ids";

import type { Phone } from "../recipients/phone.ts";
import type { ShopOrder } from "./shop.ts";

/** The recipients of a notice. */
export const noticeReaders = ["customer", "staff"] as const;
export type NoticeTo = (typeof noticeReaders)[number];

/** The message sent when an order enters a status. */
export type OrderNotice = {
  readonly status: string;
  readonly to: NoticeTo;
  readonly enabled: boolean;
  /** Staff. */
  readonly numbers: readonly Phone[];
  readonly template: string;
  /** Only buyers who agreed. Buyers who declined never receive one. */
  readonly requiresOptIn: boolean;
  /** When it was first set. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The final outcome of a notice for one order. */
export const noticeOutcomes = [
  "sent",
  "no_phone",
  "no_opt_in",
  "suppressed",
  "limited",
  "too_old",
  "too_long",
  "empty",
  "unknown_variable",
] as const;
export type NoticeOutcome = (typeof noticeOutcomes)[number];

export type OrderNoticeStore = {
  list(): Promise<readonly OrderNotice[]>;
  /** Those enabled for a status, ordered by `to`. */
  enabledFor(status: string): Promise<readonly OrderNotice[]>;
  put(notice: Omit<OrderNotice, "createdAt" | "updatedAt">, by: string): Promise<OrderNotice>;
  remove(status: string, to: NoticeTo, by: string): Promise<boolean>;
  /**
   * Records the order's status and locks its row until the transaction ends. `stale`: a newer version was already seen,
   * and nothing is recorded. `previous`: what was seen before, null if the order is new.
   *
   * @param followers statuses that make the order stale even if they were seen with the same time of change
   */
  see(
    order: Pick<ShopOrder, "shop" | "id" | "status" | "modifiedAt">,
    followers: readonly string[],
  ): Promise<{
    readonly stale: boolean;
    readonly previous: Pick<ShopOrder, "status" | "modifiedAt"> | null;
  }>;
  /** Claims the one notice of an order for its status and reader. false: already decided; the repeat is counted. */
  claim(order: Pick<ShopOrder, "shop" | "id" | "status">, to: NoticeTo): Promise<boolean>;
  /**
   * Those of the numbers that got fewer than `most` messages on that day (site time). The numbers stay locked until the
   * transaction ends, so that two concurrent orders do not both use the last one. Ordered by number.
   */
  withinDay(day: string, to: NoticeTo, phones: readonly Phone[], most: number): Promise<readonly Phone[]>;
  /** Counts one message for each of the numbers. */
  countDay(day: string, to: NoticeTo, phones: readonly Phone[]): Promise<void>;
  /** Writes the outcome of a claimed notice, and its event. */
  decide(
    order: Pick<ShopOrder, "shop" | "id" | "status">,
    to: NoticeTo,
    outcome: NoticeOutcome,
    messageId: Uuid | null,
  ): Promise<void>;
};
