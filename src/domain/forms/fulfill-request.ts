import { DomainError } from "../error.ts";
import { knownPerson, knownProfile } from "../newsletter/known-person.ts";
import { subscribe, type NewsletterDeps } from "../newsletter/subscribe.ts";
import type { FormRequest, FormRequestStore } from "./form-requests.ts";

export type FulfillDeps = NewsletterDeps & { readonly formRequests: FormRequestStore };

const LATER_SECONDS = 60;

export type Fulfilled =
  /** `refused`: nothing was stored or sent, and nothing will be. `later`: it is tried again. */
  { readonly kind: "none" | "done" } | { readonly kind: "refused" | "later"; readonly error: unknown };

/**
 * Processes the next request from a form. The visitor was answered earlier, in the same way for every number: what
 * happens here, and how long it takes, is visible only to the owner of the phone.
 *
 * The request is removed in the transaction that subscribes and accepts the code's message. A process that ends before
 * the commit leaves it to another one; after the commit it is gone.
 */
export async function fulfillNext(ports: FulfillDeps): Promise<Fulfilled> {
  const { formRequests } = ports;
  let request: FormRequest | null = null;
  try {
    return await ports.unitOfWork.ownTransaction(async () => {
      request = await formRequests.next();
      if (!request) return { kind: "none" };
      await fulfill(ports, request);
      await formRequests.remove(request.id);
      return { kind: "done" };
    });
  } catch (error) {
    // Rolled back as a whole: a number that replied STOP or is limited must not leave a subscriber behind.
    const failed = request as FormRequest | null;
    if (!failed) throw error;
    const isFinal = error instanceof DomainError && !PASSING.has(error.code);
    await (isFinal ? formRequests.remove(failed.id) : formRequests.postpone(failed.id, LATER_SECONDS));
    return { kind: isFinal ? "refused" : "later", error };
  }
}

/** Temporary conditions, which are retried because the page said that a code is on its way. */
const PASSING: ReadonlySet<string> = new Set(["no_gateway", "spend_cap_reached", "insufficient_credit"]);

async function fulfill(ports: FulfillDeps, request: FormRequest): Promise<void> {
  const { phone, slug, version, wording, ip } = request;
  const groups = (await ports.newsletter.groups(request.groups)).map(({ id }) => id);
  if (groups.length === 0) throw new DomainError("conflict", "The groups of this request were deleted.");
  const hasFields = Object.keys(request.customFields).length > 0;
  // Before a person's row, as in editSubscriber.
  await ports.fields.lockForValues();
  const { subscriber, established, hasLeft } = await knownPerson(ports, phone);
  await subscribe(ports, {
    phone,
    groups,
    ...(established
      ? knownProfile(established, phone)
      : {
          name: request.name === "" ? (subscriber?.name ?? "") : request.name,
          customFields: hasFields ? request.customFields : null,
          // The language that they read the form in.
          locale: request.locale ?? undefined,
        }),
    fieldsWereChecked: true,
    // People who left join again only with a code, which only they receive.
    doubleOptIn: request.confirm || hasLeft ? true : null,
    visitorIp: ip ?? undefined,
    wording: { text: wording, version: `${slug}/${version}`, language: request.locale ?? undefined },
    evidence: { source: "page", actor: null, ip },
  });
}
