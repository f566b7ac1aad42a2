import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import type { Allowed, Controlled, MessageControl } from "./message-control-store.ts";
import { openMessageStates, runningMessageStates } from "./message.ts";

const PAUSE: Allowed = { from: runningMessageStates, already: ["paused"] };
const RESUME: Allowed = { from: ["paused"], already: runningMessageStates };
const CANCEL: Allowed = { from: openMessageStates, already: ["canceled"] };
const CHANGE_RATE: Allowed = { from: openMessageStates, already: [] };

/** Whether the message was already in the requested state. */
type Done = { readonly already: boolean };

/** Nothing more of the message is sent, on any node; deliveries in flight complete. @throws DomainError */
export async function pauseMessage(messages: MessageControl, id: Uuid, by: string): Promise<Done> {
  return doneOf(await messages.pause(id, by, PAUSE), "paused");
}

/** The message continues where it stopped. Its `valid_for` kept running meanwhile. @throws DomainError */
export async function resumeMessage(messages: MessageControl, id: Uuid, by: string): Promise<Done> {
  return doneOf(await messages.resume(id, by, RESUME), "resumed");
}

/** Whatever has not been sent will never be sent. @throws DomainError */
export async function cancelMessage(messages: MessageControl, id: Uuid, by: string): Promise<Done> {
  return doneOf(await messages.cancel(id, by, CANCEL), "canceled");
}

/** Limits the message to this many deliveries per minute, or removes the limit (null). @throws DomainError */
export async function changeRate(
  messages: MessageControl,
  id: Uuid,
  ratePerMinute: number | null,
  by: string,
): Promise<void> {
  doneOf(await messages.setRate(id, ratePerMinute, by, CHANGE_RATE), "given another rate");
}

export function noMessage(): DomainError {
  return new DomainError("not_found", "There is no message with this id, or it is no longer kept.");
}

function doneOf(result: Controlled, what: string): Done {
  switch (result.kind) {
    case "done":
      return { already: result.already };
    case "missing":
      throw noMessage();
    case "refused":
      throw new DomainError("not_in_this_state", `The message is ${result.state} and cannot be ${what}.`, [], {
        state: result.state,
      });
  }
}
