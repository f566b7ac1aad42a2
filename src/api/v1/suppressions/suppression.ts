import { suppressionLift, suppressionLiftData } from "#contract/suppressions";
import type { Detail } from "#domain/error";
import { liftSuppressions, type LiftDeps, type LiftTarget } from "#domain/opt-out/lift";
import type { LiftConsent } from "#domain/opt-out/suppression-store";
import { readBound } from "#domain/outbox/site-time";
import { readPhone } from "#domain/recipients/numbers";
import type { Country } from "#domain/recipients/phone";
import { counted } from "#lib/counted";
import type { Clock } from "#lib/time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { about, shownSuppression } from "./suppressions.ts";

export type SuppressionLiftDeps = LiftDeps & {
  readonly country: Country | null;
  readonly clock: Clock;
  /** The site's, for a time without an offset. */
  readonly timeZone: () => string;
};

type Command = {
  readonly target: LiftTarget;
  readonly reason: string;
  readonly consent: LiftConsent | null;
};

/** `DELETE /suppressions/{id}`. */
export function suppressionLiftEndpoint(services: SuppressionLiftDeps): Endpoint {
  return endpoint<typeof suppressionLift, Command>({
    ...about,
    operationId: "liftSuppression",
    method: "DELETE",
    path: "/suppressions/{id}",
    summary: "Lift a suppression",
    description:
      "Removes an entry, or all entries of a number, from the list, and records who did it and why. If the person had opted out, a consent that they gave after that is required. Memberships are not restored. For a doubtful reply this is the decision that it was no opt-out: the marketing that waits is sent, as long as it is valid.",
    input: suppressionLift,
    data: suppressionLiftData,
    errors: ["not_found", "not_in_this_state"],
    read(fields, _context, issues) {
      const { id = "", reason = "" } = fields;
      return {
        target: readTarget(id, services.country, issues),
        reason: reason.trim(),
        consent: readConsent(fields, { now: services.clock.now(), zone: services.timeZone() }, issues),
      };
    },
    async handle({ target, reason, consent }, { caller, ip }) {
      const evidence = evidenceOf({ caller, ip });
      const lifted = await liftSuppressions(services, target, { reason, consent, evidence });
      return {
        message: `${counted(lifted.length, "entry", "entries")} lifted.`,
        data: { lifted: lifted.map(shownSuppression) },
      };
    },
  });
}

/** An id has only digits and does not begin with 0; a number has a plus sign, 00, or the 0 of a national number. */
function readTarget(text: string, country: Country | null, issues: Detail[]): LiftTarget {
  if (/^[1-9]\d{0,14}$/.test(text)) return { id: Number(text) };
  const phone = readPhone("id", text, country);
  if (typeof phone === "string") return { phone };
  issues.push({ ...phone, message: "is neither the id of an entry nor a phone number" });
  return { id: 0 };
}

type ConsentFields = {
  readonly consent_by?: string | undefined;
  readonly consent_at?: string | undefined;
  readonly consent_evidence?: string | undefined;
};

/** All three, or none. */
function readConsent(
  fields: ConsentFields,
  { now, zone }: { readonly now: number; readonly zone: string },
  issues: Detail[],
): LiftConsent | null {
  const names = ["consent_by", "consent_at", "consent_evidence"] as const;
  if (names.every((name) => fields[name] === undefined)) return null;
  const refused = new Set(issues.map(({ field }) => field));
  for (const field of names) {
    const isBlank = (fields[field]?.trim() ?? "") === "";
    if (isBlank && !refused.has(field))
      issues.push({ field, code: "required", message: "is required with the others" });
  }
  const given = fields.consent_at?.trim() ?? "";
  const givenAt = readBound(given, zone, "from");
  if (given !== "" && givenAt === null) {
    const message = "must be a time such as 2027-06-01T12:00:00Z";
    issues.push({ field: "consent_at", code: "invalid_date", message, value: given });
  } else if (givenAt !== null && givenAt > now) {
    issues.push({ field: "consent_at", code: "invalid_date", message: "is in the future", value: given });
  }
  return {
    givenBy: fields.consent_by?.trim() ?? "",
    givenAt: givenAt ?? 0,
    evidence: fields.consent_evidence?.trim() ?? "",
  };
}
