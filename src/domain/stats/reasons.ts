import type { MessageView } from "../messages/message-view.ts";
import { reasonsOf, type Progress } from "../messages/progress.ts";
import { failureReason, type Reason } from "../outbox/failure-reason.ts";
import type { DeliveryState } from "../deliveries/delivery-state.ts";

export type ExplainedReason = Progress["reasons"][number] & Omit<Reason, "code">;

/** Why deliveries of a message failed, the most common reason first, in the words that the log has for each of them. */
export function explainedReasons(view: MessageView): readonly ExplainedReason[] {
  return reasonsOf(view).map(({ reason, count }) => {
    const { text, remedy } = failureReason({ state: mostOf(view, reason), failure: reason, gateway: null });
    return { reason, count, text, remedy };
  });
}

/** A code may come from the answer for some and from a receipt for others. */
function mostOf({ counts }: MessageView, reason: string): DeliveryState {
  const same = counts.filter((one) => (one.reason === "" ? one.state : one.reason) === reason);
  return same.toSorted((a, b) => b.count - a.count)[0]?.state ?? "failed";
}
