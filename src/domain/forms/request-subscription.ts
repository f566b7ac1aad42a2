import { createHmac, type KeyObject } from "node:crypto";

import { networkOf } from "#lib/ip";

import type { Country, Phone } from "../recipients/phone.ts";
import { fillForm, type FillIssues, type FormInput } from "./fill-form.ts";
import { FORM_LIMITS, type Form } from "./form.ts";
import type { FormRequestStore } from "./form-requests.ts";
import { NONCE_BYTES, readFormToken, type FormToken } from "./form-token.ts";

export type SubscriptionRequestDeps = {
  readonly formRequests: FormRequestStore;
  readonly formKey: KeyObject;
  /** The database's clock. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly country: Country | null;
};

/** What arrived with a form. */
export type Submission = {
  /** null: an authenticated caller, which protects its own page against programs. */
  readonly token: string | null;
  /** Version of the consent text that was shown. */
  readonly version: string;
  /** The content of the honeypot field, which people do not see. */
  readonly trap: string;
  readonly input: FormInput;
  readonly ip: string;
};

export type SubscriptionRequestResult =
  | { readonly kind: "issues"; readonly issues: FillIssues }
  /** The page was open for too long, or its text has changed: the form must be sent again. */
  | { readonly kind: "stale" | "changed" }
  | { readonly kind: "limited" }
  /** The response in all other cases, whether the request was stored or was dropped as a program's. */
  | { readonly kind: "requested"; readonly phone: Phone; readonly groups: readonly number[] };

/**
 * Receives a filled form. The work and the result depend on what was entered and on the form, never on who is
 * subscribed: the response does not reveal whether a number is.
 */
export async function requestSubscription(
  ports: SubscriptionRequestDeps,
  form: Form,
  submission: Submission,
): Promise<SubscriptionRequestResult> {
  const read = fillForm(form, submission.input, ports.country);
  if ("issues" in read) return { kind: "issues", issues: read.issues };
  const { phone, name, groups, customFields } = read.filled;
  const token = tokenOf(ports, form, submission);
  if (token.kind === "late") return { kind: "stale" };
  const requested: SubscriptionRequestResult = { kind: "requested", phone, groups };
  if (token.kind !== "good" || submission.trap !== "") return requested;
  if (submission.version !== String(form.consentVersion)) return { kind: "changed" };
  const stored = await ports.formRequests.add(
    { slug: form.slug, version: form.consentVersion, phone, name, groups, customFields, ip: submission.ip },
    { nonce: token.nonce, network: networkHash(ports.formKey, submission.ip), perHour: FORM_LIMITS.requestsPerHour },
  );
  return stored === "limited" ? { kind: "limited" } : requested;
}

function tokenOf(
  { formKey, now, randomBytes }: SubscriptionRequestDeps,
  { slug }: Form,
  { token }: Submission,
): FormToken {
  if (token === null) return { kind: "good", nonce: Buffer.from(randomBytes(NONCE_BYTES)) };
  return readFormToken(formKey, slug, token, now());
}

function networkHash(key: KeyObject, ip: string): Buffer {
  return createHmac("sha256", key)
    .update(`network\n${networkOf(ip)}`)
    .digest();
}
