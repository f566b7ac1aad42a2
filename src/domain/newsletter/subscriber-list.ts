export type ListedSubscriber = { readonly id: number; readonly name: string; readonly phone: string };

/** Everybody who has not left, pending ones included, in the order of their ids. */
export type SubscriberList = (
  group: number | null,
  after: number,
  limit: number,
) => Promise<readonly ListedSubscriber[]>;
