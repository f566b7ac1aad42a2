import type { SendRequest } from "#contract/send";
import { previewPeopleData, previewPeopleRequest } from "#contract/preview-people";
import { listPeople, type ListPeopleDeps, type ListedCount } from "#domain/preview/list-people";
import { parsePhone, type Country, type Phone } from "#domain/recipients/phone";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { mayName } from "./send-preview.ts";
import { readSend, type SendCall, type SendFieldsDeps } from "./send-fields.ts";

export type PreviewPeopleDeps = SendFieldsDeps & ListPeopleDeps & { readonly now: () => number };

/** `POST /send/preview/people`. */
export function previewPeopleEndpoint(services: PreviewPeopleDeps): Endpoint {
  type Call = SendCall & { readonly reason: ListedCount; readonly listed: readonly Phone[] };
  return endpoint<typeof previewPeopleRequest, Call>({
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
      "Some of the people behind a number of `POST /send/preview` with the same parameters: who is matched or named more than once, who is suppressed, has not confirmed yet, is over the frequency cap, or has no consent on record, and who would receive the message.",
    input: previewPeopleRequest,
    data: previewPeopleData,
    errors: ["selector_conflict", "no_commerce", "no_phone_numbers"],
    async read({ reason, ...fields }, context, issues) {
      const listed = numbersOf(fields, services.country);
      return { ...(await readSend(services, fields, context, issues)), reason: reason!, listed };
    },
    async handle({ reason, listed: numbers, ...call }, { caller }) {
      const at = call.timetable?.plan.start.at ?? services.now();
      const { people, more } = await listPeople(services, call, { reason, at, numbers, mayName: mayName(caller) });
      return {
        message: `${more ? "At least " : ""}${counted(people.length, "person", "people")}.`,
        data: { people, more },
      };
    },
  });
}

/** As often as they are in the call; what is no number is skipped here, and refused by `readSend`. */
function numbersOf({ numbers = [], recipients = [] }: Partial<SendRequest>, country: Country | null): readonly Phone[] {
  const texts = [...numbers.map((entry) => (typeof entry === "string" ? entry : entry.number)), ...recipients];
  return texts.flatMap((text) => {
    const result = parsePhone(text, country);
    return result.ok ? [result.value] : [];
  });
}
