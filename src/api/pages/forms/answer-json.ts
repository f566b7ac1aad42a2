import type { z } from "zod";

import type { formPageData } from "#contract/form-page";
import { fieldInput } from "#domain/forms/fill-form";
import type { Form } from "#domain/forms/form";

import { headersOf, statusOf, type Answer } from "./answer.ts";
import { codeWords } from "./code-view.ts";
import { inkOn } from "./style.ts";
import { directionOf, textsIn } from "./texts.ts";
import type { Texts } from "./texts/texts.ts";
import { TRAP } from "./form-view.ts";

type FormView = z.output<typeof formPageData>;

/**
 * The same for the script that inserts the form in another site's page: data and texts, never HTML.
 *
 * @param origin of that page, which the form lists; null: the call is not from another site's page
 */
export async function answerJson(form: Form, answer: Answer, origin: string | null): Promise<Response> {
  return Response.json(await viewOf(form, answer), {
    status: statusOf(answer),
    headers: { ...corsHeaders(origin), ...headersOf(answer) },
  });
}

/** What is shown next, in the form's language. */
export async function viewOf(form: Form, answer: Answer): Promise<FormView> {
  const { locale, accent } = form;
  return {
    locale,
    dir: directionOf(locale),
    accent,
    ink: inkOn(accent),
    ...contentOf(form, answer, await textsIn(locale)),
  };
}

/** Never with credentials: these pages have none. */
export function corsHeaders(origin: string | null): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    Vary: "Origin",
    ...(origin !== null && { "Access-Control-Allow-Origin": origin }),
  };
}

type Content = Omit<FormView, "locale" | "dir" | "accent" | "ink">;

function contentOf(form: Form, answer: Answer, texts: Texts): Content {
  switch (answer.kind) {
    case "form": {
      const issues = Object.entries(answer.issues).map(([name, kind]) => [name, texts.issues[kind]]);
      return {
        kind: "form",
        title: form.title,
        intro: form.intro,
        notice: answer.notice && texts[answer.notice],
        hidden: { token: answer.token, version: String(form.consentVersion) },
        trap: { name: TRAP, label: texts.leaveEmpty },
        inputs: inputsOf(form, texts),
        groups: form.groupChoice === "all" ? null : groupsOf(form, texts),
        consent: form.consent,
        button: texts.subscribe,
        issues: Object.fromEntries(issues),
      };
    }
    case "code":
      return {
        kind: "code",
        ...codeWords(texts, answer),
        hidden: { sealed: answer.sealed },
        label: texts.code,
        button: texts.confirm,
        issue: answer.isWrong ? texts.wrongCode : null,
        again: texts.again,
      };
    case "closed":
      return { kind: "closed", title: texts.closedTitle, text: texts.closed };
    case "confirmed":
      return { kind: "confirmed", title: texts.confirmedTitle, text: texts.confirmed, url: form.successUrl };
    case "limited":
      return { kind: "limited", title: texts.limitedTitle, text: texts.limited, again: texts.again };
  }
}

function inputsOf(form: Form, texts: Texts): FormView["inputs"] {
  const number = {
    name: "number",
    label: texts.number,
    hint: texts.numberHint,
    type: "tel" as const,
    required: true,
    autocomplete: "tel",
  };
  const isNamed = form.nameField === "required";
  const name = { name: "name", label: texts.name, type: "text" as const, required: isNamed, autocomplete: "name" };
  const fields = form.fields.map(({ key, label, type, required, choices }) => ({
    name: fieldInput(key),
    label,
    type: type === "number" ? ("text" as const) : type,
    required,
    choices: type === "choice" ? ["", ...choices] : undefined,
  }));
  return [number, ...(form.nameField === "hidden" ? [] : [name]), ...fields].map((input) => ({
    ...input,
    note: input.required || input.type === "yes_no" ? null : `(${texts.optional})`,
  }));
}

function groupsOf(form: Form, texts: Texts): FormView["groups"] {
  return {
    label: texts.groups,
    checked: form.groupChoice === "preselected",
    items: form.groups.map(({ id, name }) => ({ id, name })),
  };
}
