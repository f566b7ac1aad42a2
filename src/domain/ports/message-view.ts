import type { Uuid } from "#lib/ids";

import type { Category, MessageState } from "../messages/message.ts";

/** A message as it stands: what was found, and how far its deliveries are. Times in milliseconds since 1970. */
export type MessageView = {
  readonly id: Uuid;
  readonly state: MessageState;
  readonly reason: string | null;
  readonly category: Category;
  readonly sender: string | null;
  readonly text: string;
  readonly segments: number;
  readonly encoding: "gsm7" | "ucs2";
  /** So far, while the audience is being resolved. */
  readonly recipients: {
    readonly matched: number;
    readonly accepted: number;
    readonly duplicates: number;
    readonly invalid: number;
    readonly suppressed: number;
  };
  /** How many deliveries are in each state; states without any are absent. */
  readonly deliveries: Readonly<Record<string, number>>;
  readonly firstSentAt: number | null;
  readonly finishedAt: number | null;
};

export type MessageViews = {
  find(id: Uuid): Promise<MessageView | null>;
};
