import {
  requestSubscription,
  type SubscriptionRequestResult,
  type Submission,
} from "#domain/forms/request-subscription";
import { sealNumber } from "#domain/forms/sealed-number";
import { needsCode, isOpen, type Form } from "#domain/forms/form";
import { issueFormToken, NONCE_BYTES } from "#domain/forms/form-token";
import type { FillIssues } from "#domain/forms/fill-form";

import type { Answer } from "./answer.ts";
import { inputOf, type Entered } from "./entered-values.ts";
import type { FormAnswerDeps } from "./form-services.ts";
import { noInput, TRAP } from "./form-view.ts";

type Deps = Pick<
  FormAnswerDeps,
  "formRequests" | "formKey" | "now" | "country" | "randomBytes" | "newsletterSettings" | "box"
>;

/** The empty form. */
export function freshForm(ports: Pick<Deps, "formKey" | "now" | "randomBytes">, form: Form): Answer {
  if (!isOpen(form)) return { kind: "closed" };
  return { kind: "form", token: newToken(ports, form), input: noInput, isFilled: false, issues: {}, notice: null };
}

/**
 * A form that was sent.
 *
 * @param isFromForm whether the browser says that a page showing this form sent it. What another site's page sends is
 *   only filled in: a person must agree and subscribe on our page.
 */
export async function submittedForm(
  ports: Deps,
  form: Form,
  entered: Entered,
  { ip, isFromForm }: { readonly ip: string; readonly isFromForm: boolean },
): Promise<Answer> {
  if (!isOpen(form)) return { kind: "closed" };
  const input = inputOf(form, entered);
  const given = entered.one("token");
  const again = (notice: "check" | "stale" | "changed" | null, token: string, issues: FillIssues = {}): Answer => ({
    kind: "form",
    token,
    // Consent is given for the text that is shown, and by the person who reads it.
    input: notice === null ? input : { ...input, consent: false },
    isFilled: notice !== "check" || input.groups.length > 0,
    issues,
    notice,
  });
  if (given === "" || !isFromForm) return again("check", newToken(ports, form));
  const submission = { token: given, version: entered.one("version"), trap: entered.one(TRAP), input, ip };
  const result = await requestSubscription(ports, form, submission);
  switch (result.kind) {
    case "issues":
      // With the same token: it was not used, and the time since the first look counts.
      return again(null, given, result.issues);
    case "stale":
    case "changed":
      return again(result.kind, newToken(ports, form));
    default:
      return accepted(ports, form, result);
  }
}

/** A form that a site's server sent, which has shown it in a page of its own. */
export async function submittedOnSite(ports: Deps, form: Form, submission: Omit<Submission, "token">): Promise<Answer> {
  if (!isOpen(form)) return { kind: "closed" };
  const result = await requestSubscription(ports, form, { ...submission, token: null });
  if (result.kind === "requested" || result.kind === "limited") return accepted(ports, form, result);
  const issues = result.kind === "issues" ? result.issues : {};
  const notice = result.kind === "issues" ? null : result.kind;
  return { kind: "form", token: newToken(ports, form), input: submission.input, isFilled: true, issues, notice };
}

async function accepted(
  ports: Deps,
  form: Form,
  result: Extract<SubscriptionRequestResult, { kind: "requested" | "limited" }>,
): Promise<Answer> {
  switch (result.kind) {
    case "limited":
      return { kind: "limited" };
    case "requested": {
      const { doubleOptIn } = await ports.newsletterSettings();
      const sealed = sealNumber(ports.box, form.slug, result.phone, ports.now());
      // Everyone sees the same page: one that differed for people who must confirm would reveal who had left.
      return { kind: "code", sealed, isNeeded: needsCode(form, result.groups, doubleOptIn), isWrong: false };
    }
  }
}

function newToken({ formKey, now, randomBytes }: Pick<Deps, "formKey" | "now" | "randomBytes">, { slug }: Form) {
  return issueFormToken(formKey, slug, now(), randomBytes(NONCE_BYTES));
}
