import type { ConsentRefusal } from "#domain/consent/require-consent";
import { DomainError } from "#domain/error";
import { unite } from "#domain/messages/send";
import { requireFunds, type FundsDeps } from "#domain/spending/spend-rules";

import type { SendCall, SendFieldsDeps } from "./send-fields.ts";

/** Why `POST /send` would refuse a call that is valid: something besides the call has to change first. */
export type SendRefusal = {
  readonly code: string;
  readonly message: string;
  /** Facts, as in the error. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** All of them, and not only the first, which is the one that the error has. */
export async function refusalsOf(
  services: FundsDeps & Pick<SendFieldsDeps, "country">,
  call: SendCall,
  consent: ConsentRefusal | null,
): Promise<readonly SendRefusal[]> {
  return [...(consent ? [consentRequired(consent)] : []), ...(await withoutFunds(services, call))];
}

/** Without "Nothing was sent": that is said about a call to send. */
const consentRequired = ({ reasons, remedies, facts }: ConsentRefusal): SendRefusal => ({
  code: "consent_required",
  message: [...reasons, ...remedies].join(" "),
  data: facts,
});

/** A scheduled message is not refused: its deliveries are held if there is too little then. */
async function withoutFunds(
  services: FundsDeps & Pick<SendFieldsDeps, "country">,
  call: SendCall,
): Promise<readonly SendRefusal[]> {
  if (call.timetable) return [];
  try {
    const phones = call.audience ? null : unite(call, services.country).phones;
    await requireFunds(services, { ...call, route: call.route!, phones });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ code: error.code, message: error.message, data: error.facts }];
  }
}
