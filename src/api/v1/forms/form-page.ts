import type { z } from "zod";

import { formConfirmation, formPageData, formPageQuery, formSubmission } from "#contract/form-page";
import { withDefinitions } from "#domain/forms/defined-fields";
import type { Form } from "#domain/forms/form";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { Answer } from "../../pages/forms/answer.ts";
import { viewOf } from "../../pages/forms/answer-json.ts";
import { confirmedCode } from "../../pages/forms/confirm-code.ts";
import type { FormAnswerDeps } from "../../pages/forms/form-services.ts";
import { freshForm, submittedOnSite } from "../../pages/forms/subscribe-form.ts";
import { noForm } from "./form.ts";
import { common } from "./forms.ts";

export type FormPageEndpointDeps = {
  /** The same dependencies as the public pages have, because both fill in forms with the same code. */
  readonly formAnswers: FormAnswerDeps;
};

type View = z.output<typeof formPageData>;
type Origin = { readonly slug: string; readonly origin: string };

/**
 * `GET` and `POST /forms/{slug}/page`, `POST /forms/{slug}/page/confirm`: a form inside the pages of a site, made by
 * its server.
 */
export function formPageEndpoints({ formAnswers: services }: FormPageEndpointDeps): Endpoint[] {
  async function shown({ slug, origin }: Origin, answer: (form: Form) => Promise<Answer> | Answer) {
    const found = await services.forms.find(slug);
    if (!found) throw noForm(slug);
    const form = withDefinitions(found, await services.fields.all());
    const data = form.origins.includes(origin)
      ? withoutToken(await viewOf(form, await answer(form)))
      : await refused(form, origin);
    const issues = Object.keys(data.issues ?? {}).length;
    return { message: issues > 0 ? `${counted(issues, "issue")} in the form.` : `Form ${slug}: ${data.kind}.`, data };
  }

  return [
    endpoint({
      ...common,
      operationId: "showFormPage",
      method: "GET",
      path: "/forms/{slug}/page",
      summary: "Show a form in a page of your site",
      description:
        "For a site whose server writes the form into its own pages, without a script: what to show first, in the form's language. It may be kept for a while; a consent text that has changed since is shown again before a person subscribes.",
      input: formPageQuery,
      data: formPageData,
      errors: ["not_found"],
      handle: (command) => shown(command, (form) => freshForm(services, form)),
    }),
    endpoint({
      ...common,
      operationId: "submitFormPage",
      method: "POST",
      path: "/forms/{slug}/page",
      summary: "Send a form that a person filled in on your site",
      description:
        "Returns what to show next: the field for the code, or the form with what is wrong. The response is the same for every number. Protect your page against bots: this route limits only the number of requests from one network.",
      input: formSubmission,
      data: formPageData,
      errors: ["not_found"],
      handle: (command, { ip }) =>
        shown(command, (form) => {
          const { version = "", number = "", name = "", group = [], consent = false, fields = {}, trap = "" } = command;
          const input = { number, name, groups: group.map(String), consent, fields };
          return submittedOnSite(services, form, { version, trap, input, ip: command.client_ip ?? ip });
        }),
    }),
    endpoint({
      ...common,
      operationId: "confirmFormPage",
      method: "POST",
      path: "/forms/{slug}/page/confirm",
      summary: "Confirm the code that a person entered on your site",
      description: "Returns what to show next. A closed form still accepts the codes that were sent before.",
      input: formConfirmation,
      data: formPageData,
      errors: ["not_found"],
      // A wrong attempt counts even if the same key is sent again.
      idempotency: "own",
      handle: (command, { ip }) =>
        shown(command, (form) => {
          const one = (name: string): string => ({ sealed: command.sealed, code: command.code })[name] ?? "";
          return confirmedCode(services, form, { one, many: () => [] }, { ip: command.client_ip ?? ip });
        }),
    }),
  ];
}

/** The caller is authenticated: a form that it sends needs no token. */
function withoutToken({ hidden, ...view }: View): View {
  if (!hidden) return view;
  const { token: _, ...kept } = hidden;
  return { ...view, hidden: kept };
}

async function refused(form: Form, origin: string): Promise<View> {
  const text = `${origin} is not among the form's origins.`;
  return { ...(await viewOf(form, { kind: "closed" })), kind: "refused", title: form.title, text };
}
