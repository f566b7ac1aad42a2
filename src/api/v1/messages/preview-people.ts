import { previewPeopleData, previewPeopleRequest } from "#contract/preview-people";
import { peopleLeftOut, type LeftOutDeps, type LeftOutReason } from "#domain/preview/left-out";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { mayName } from "./send-preview.ts";
import { readSend, type SendCall, type SendFieldsDeps } from "./send-fields.ts";

export type PreviewPeopleDeps = SendFieldsDeps & LeftOutDeps & { readonly now: () => number };

/** `POST /send/preview/people`. */
export function previewPeopleEndpoint(services: PreviewPeopleDeps): Endpoint {
  return endpoint<typeof previewPeopleRequest, SendCall & { readonly reason: LeftOutReason }>({
    operationId: "listPreviewPeople",
    method: "POST",
    path: "/send/preview/people",
    access: "svc_sendsms",
    // The call changes nothing, so it needs no idempotency, and its reply must not be stored: an erasure could not find
    // every person in it.
    idempotency: "own",
    tag: "Previews",
    summary: "List people of a preview",
    description:
      "Some of the people behind a number of `POST /send/preview` with the same parameters: who is suppressed, has not confirmed yet, is over the frequency cap, or has no consent on record.",
    input: previewPeopleRequest,
    data: previewPeopleData,
    errors: ["selector_conflict", "no_commerce", "no_phone_numbers"],
    async read({ reason, ...fields }, context, issues) {
      return { ...(await readSend(services, fields, context, issues)), reason: reason! };
    },
    async handle({ reason, ...call }, { caller }) {
      const at = call.timetable?.plan.start.at ?? services.now();
      const { people, more } = await peopleLeftOut(services, call, { reason, at, mayName: mayName(caller) });
      return {
        message: `${more ? "At least " : ""}${counted(people.length, "person", "people")}.`,
        data: { people, more },
      };
    },
  });
}
