import { DomainError } from "#domain/error";
import { openNumber } from "#domain/forms/sealed-number";
import type { Form } from "#domain/forms/form";
import { verify } from "#domain/newsletter/verify";
import type { Phone } from "#domain/recipients/phone";

import type { Answer } from "./answer.ts";
import type { Entered } from "./entered-values.ts";
import type { FormAnswerDeps } from "./form-services.ts";
import { freshForm } from "./subscribe-form.ts";

/** The code for a form. A closed form still accepts the codes that were sent before. */
export async function confirmedCode(
  ports: FormAnswerDeps,
  form: Form,
  { one }: Entered,
  { ip }: { readonly ip: string },
): Promise<Answer> {
  const sealed = one("sealed");
  const phone = openNumber(ports.box, form.slug, sealed, ports.now());
  if (phone === null) {
    const fresh = freshForm(ports, form);
    return fresh.kind === "form" ? { ...fresh, notice: "stale" } : fresh;
  }
  // Only the form's own groups: a stranger may have requested others for this number.
  const isRight = await isRightCode(ports, { phone, code: one("code"), groups: form.groupIds, ip });
  return isRight ? { kind: "confirmed" } : { kind: "code", sealed, isNeeded: true, isWrong: true };
}

/**
 * Returns false whatever the reason, including an opt-out since the code was sent: the page must not distinguish them.
 */
export async function isRightCode(
  ports: FormAnswerDeps,
  given: {
    readonly phone: Phone;
    readonly code: string;
    readonly groups: readonly number[] | null;
    readonly ip: string;
  },
): Promise<boolean> {
  const { phone, code, groups, ip } = given;
  try {
    await verify(ports, { phone, code: code.slice(0, 40), groups, evidence: { source: "page", actor: null, ip } });
    return true;
  } catch (error) {
    const isRefusal = error instanceof DomainError && /^(verification_failed|not_in_this_state)$/.test(error.code);
    if (isRefusal) return false;
    throw error;
  }
}
