import type { DeliveryKey } from "../deliveries/queue.ts";
import type { Periods } from "./periods.ts";

export type Spent = { readonly day: number; readonly month: number };

/** What a delivery costs depends on these. */
export type Priced = DeliveryKey & {
  readonly id: number;
  readonly segments: number;
  /** The gateway by which it was about to leave before, and was counted then; null: it was not. */
  readonly countedFor: string | null;
  /** Millionths that were counted before a cheaper gateway took it over; null: none did. */
  readonly countedMost: number | null;
};

export type PeriodSpending = {
  /** Millionths of the currency. */
  readonly spent: number;
  readonly messages: number;
  /** When the cap first held something back, milliseconds since 1970; null: it has not. */
  readonly reachedAt: number | null;
};

/** The amount that was counted for a delivery, in millionths. */
export type CountedRepeat = { readonly id: number; readonly counted: number };

export type SpendingStore = {
  /** Millionths spent so far, locked until the transaction ends: nodes that spend wait for each other. */
  lock(periods: Periods): Promise<Spent>;
  add(periods: Periods, spent: number, messages: number): Promise<void>;
  /**
   * Adds without waiting for other nodes: within half a second, or not at all.
   *
   * @returns false: a suspended node holds the rows, and nothing was added
   */
  addPromptly(periods: Periods, spent: number, messages: number): Promise<boolean>;
  /** Notes that a cap holds something back. @returns whether it is the first time in the period */
  reached(period: string): Promise<boolean>;
  pricedOf(keys: readonly DeliveryKey[]): Promise<readonly Priced[]>;
  /** Remembers what was counted for deliveries that a cheaper gateway takes over. */
  remember(repeats: readonly CountedRepeat[]): Promise<void>;
  read(periods: Periods): Promise<{ readonly day: PeriodSpending; readonly month: PeriodSpending }>;
  /** Whether deliveries wait because of a cap. */
  isHolding(): Promise<boolean>;
  /** Deliveries that wait because of a cap, and because of low credit. Counts all of them: not for each message. */
  held(): Promise<{ readonly spendCap: number; readonly lowCredit: number }>;
};
