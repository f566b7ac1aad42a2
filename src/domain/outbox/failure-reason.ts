import { NO_SUCH_NUMBER } from "../subscribers/bounce.ts";
import { FAILED_ELSEWHERE } from "./move-log.ts";
import type { OutboxEntry } from "./outbox-store.ts";

/** Why an entry is where it is, in plain words, and what to do about it; `remedy` null: nothing is to be done. */
export type Reason = { readonly code: string; readonly text: string; readonly remedy: string | null };

type Words = Omit<Reason, "code">;

/** Failures that the service itself decides. Any other code is the gateway's own. */
const ours: Readonly<Record<string, Words>> = {
  suppressed: {
    text: "The number is on the suppression list: the person opted out, or an operator blocked it.",
    remedy: "Nothing is sent to it until the suppression is lifted, which takes a new consent of the person.",
  },
  frequency_cap: {
    text: "The person had received as many messages as the frequency cap allows.",
    remedy: "Send it again later, or change the frequency cap in the settings.",
  },
  missing_value: {
    text: "When the text was made, the person had no value for one of its variables.",
    remedy: "Add the value, or write a fallback, and send this person a new message.",
  },
  expired: {
    text: "It expired before it could be sent.",
    remedy: "Resend it if it is still useful. A longer valid_for gives the next one more time.",
  },
  canceled: {
    text: "The message was canceled before this one was sent.",
    remedy: "Resend it if it is wanted after all.",
  },
  gateway_cannot: {
    text: "Its gateway cannot send pictures, files or flash messages, which this one needs.",
    remedy: "Resend it through a gateway that can.",
  },
  erased: { text: "The person was erased before it was sent.", remedy: null },
  [FAILED_ELSEWHERE]: {
    text: "The system that this entry was moved from reported that it failed.",
    remedy: "Resend it if it is still useful.",
  },
  unreadable: {
    text: "The gateway refused it, with a message that could not be stored.",
    remedy: "Look the message up at the provider.",
  },
  undelivered: {
    text: "The carrier did not deliver it and gave no reason.",
    remedy: "Often the phone is off, or the number no longer exists: resend it later, or ask the person.",
  },
  failed: { text: "The gateway refused it and gave no reason.", remedy: "The provider's answer is in the log." },
  // Of the counts of a message, which name only so many.
  other: { text: "There were too many different reasons to count each of them.", remedy: "Each one is in the log." },
};

const noSuchNumber: Words = {
  text: "The number does not exist, or cannot receive messages.",
  remedy: "Check the number. If it is wrong, correct it where it is stored.",
};

const held: Readonly<Record<NonNullable<OutboxEntry["heldFor"]>, Words>> = {
  quiet_hours: { text: "It is outside the hours in which this person may get marketing.", remedy: null },
  frequency_cap: { text: "The person has received as many messages as the frequency cap allows.", remedy: null },
  spending: {
    text: "The spend cap of the day or the month is reached.",
    remedy: "It is sent when the period ends, or when the cap is raised in the settings.",
  },
  low_credit: {
    text: "The credit at the gateway is below its limit.",
    remedy: "Add credit at the provider; held messages are then sent automatically.",
  },
};

/** @returns null: nothing went wrong, and nothing holds it */
export function reasonOf({ state, failure, heldFor, gateway }: OutboxEntry): Reason | null {
  if (state === "held" && heldFor) return { code: heldFor, ...held[heldFor] };
  if (state === "unknown") {
    return {
      code: "unknown",
      text: "The gateway may have accepted it without confirming. It is not sent again automatically.",
      remedy: "Wait for a receipt, or look it up at the provider. A resend may reach the person a second time.",
    };
  }
  return failure === null ? null : failureReason({ state, failure, gateway });
}

type Failure = Pick<OutboxEntry, "state" | "gateway"> & { readonly failure: string };

/** Why one or many did not arrive. `gateway` null: none, or several. */
export function failureReason({ state, failure, gateway }: Failure): Reason {
  const own = Object.hasOwn(ours, failure) ? ours[failure] : undefined;
  if (own) return { code: failure, ...own };
  if ((NO_SUCH_NUMBER as readonly string[]).includes(failure)) return { code: failure, ...noSuchNumber };
  return state === "undelivered"
    ? {
        code: failure,
        text:
          gateway === null
            ? `The gateway reported that it will not arrive (${failure}).`
            : `${gateway} reported that it will not arrive (${failure}).`,
        remedy: "The phone may be off, out of reach or unable to receive it: resend it later, or ask the person.",
      }
    : {
        code: failure,
        text: gateway === null ? `The gateway refused it (${failure}).` : `${gateway} refused it (${failure}).`,
        remedy:
          "Look the code up in the provider's documentation; `response` has the provider's message. Resend it once that is solved.",
      };
}
