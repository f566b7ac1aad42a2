import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import type { Allowed, Controlled, MessageControl } from "./message-control.ts";
import { openMessageStates } from "./message.ts";

const PAUSE: Allowed = { from: ["resolving", "running"], already: ["paused"] };
const RESUME: Allowed = { from: ["paused"], already: ["resolving", "running"] };
const CANCEL: Allowed = { from: openMessageStates, already: ["canceled"] };
const CHANGE_RATE: Allowed = { from: openMessageStates, already: [] };

/** Whether the message was in the wanted state before. */
type Done = { readonly already: boolean };

/** No text of the message leaves from now on, on any node; what is on the wire finishes. @throws DomainError */
export async function pauseMessage(messages: MessageControl, id: Uuid, by: string): Promise<Done> {
  return doneOf(await messages.pause(id, by, PAUSE), "paused");
}

/** The message goes on where it stopped. Its `valid_for` went on meanwhile. @throws DomainError */
export async function resumeMessage(messages: MessageControl, id: Uuid, by: string): Promise<Done> {
  return doneOf(await messages.resume(id, by, RESUME), "resumed");
}

/** What has not left will not leave. For good. @throws DomainError */
export async function cancelMessage(messages: MessageControl, id: Uuid, by: string): Promise<Done> {
  return doneOf(await messages.cancel(id, by, CANCEL), "canceled");
}

/** Limits the message to so many texts a minute, or lifts the limit (null). @throws DomainError */
export async function changeRate(
  messages: MessageControl,
  id: Uuid,
  ratePerMinute: number | null,
  by: string,
): Promise<void> {
  doneOf(await messages.setRate(id, ratePerMinute, by, CHANGE_RATE), "given another rate");
}

export function noMessage(): DomainError {
  return new DomainError("not_found", "There is no message of this id, or it is no longer kept.");
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
