import type { Uuid } from "#lib/ids";

import type { Phone } from "../recipients/phone.ts";
import type { ShopOrder } from "./shop.ts";

/** Who gets a notice. */
export const noticeReaders = ["customer", "staff"] as const;
export type NoticeTo = (typeof noticeReaders)[number];

/** What is texted when an order comes into a status. */
export type OrderNotice = {
  readonly status: string;
  readonly to: NoticeTo;
  readonly enabled: boolean;
  /** Staff. */
  readonly numbers: readonly Phone[];
  readonly template: string;
  /** Only buyers who said yes. Who said no gets none in any case. */
  readonly requiresOptIn: boolean;
  readonly updatedAt: Date;
};

/** What became of a notice about one order, once and for all. */
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
  /** Those that are switched on for a status, in the order of `to`. */
  enabledFor(status: string): Promise<readonly OrderNotice[]>;
  put(notice: Omit<OrderNotice, "updatedAt">, by: string): Promise<OrderNotice>;
  remove(status: string, to: NoticeTo, by: string): Promise<boolean>;
  /**
   * Notes the order's status and locks its row until the transaction ends. `stale`: something newer was seen already,
   * and nothing is noted. `previous`: the status seen before, null where the order is new.
   */
  see(order: Pick<ShopOrder, "shop" | "id" | "status" | "modifiedAt">): Promise<{
    readonly stale: boolean;
    readonly previous: string | null;
  }>;
  /** Takes the one notice that an order has for its status and reader. false: that was decided before, and is counted. */
  claim(order: Pick<ShopOrder, "shop" | "id" | "status">, to: NoticeTo): Promise<boolean>;
  /**
   * Those of the numbers that got fewer than `most` texts on that day of the site. Until the transaction ends nobody else
   * learns of these numbers, so that two orders at once do not both take the last one. In the order of numbers.
   */
  withinDay(day: string, to: NoticeTo, phones: readonly Phone[], most: number): Promise<readonly Phone[]>;
  /** Counts one text for each of the numbers. */
  countDay(day: string, to: NoticeTo, phones: readonly Phone[]): Promise<void>;
  /** Writes what became of a claimed notice, and its event. */
  decide(
    order: Pick<ShopOrder, "shop" | "id" | "status">,
    to: NoticeTo,
    outcome: NoticeOutcome,
    messageId: Uuid | null,
  ): Promise<void>;
};
