export type ListedSubscriber = { readonly id: number; readonly name: string; readonly phone: string };

/** Everyone who has not left, including pending ones, ordered by id. */
export type SubscriberList = (
  group: number | null,
  after: number,
  limit: number,
) => Promise<readonly ListedSubscriber[]>;
