import { html } from "hono/html";

import { enteredIn, fieldInput, type FillIssue, type FillIssues, type FormInput } from "#domain/forms/fill-form";
import type { Form, FormField } from "#domain/forms/form";

import type { Html } from "../layout.ts";
import type { Texts } from "./texts/texts.ts";

/** The honeypot: an input that people do not see and programs fill in. */
export const TRAP = "website";

export type FormView = {
  readonly action: string;
  readonly token: string;
  readonly input: FormInput;
  /** Whether the input was entered by a person; otherwise boxes are as the form sets them. */
  readonly isFilled: boolean;
  readonly issues: FillIssues;
  readonly notice: string | null;
};

export const noInput: FormInput = { number: "", name: "", groups: [], consent: false, fields: {} };

export function formView(form: Form, view: FormView, texts: Texts): Html {
  const { input, issues } = view;
  const first = Object.keys(issues)[0];
  const issueOf = (name: string): Issue => ({ kind: issues[name], isFirst: first === name, texts });
  return html`<h1 dir="auto">${form.title}</h1>
    ${form.intro === "" ? "" : html`<p class="intro" dir="auto">${form.intro}</p>`}
    ${view.notice === null ? "" : html`<p class="notice" role="status">${view.notice}</p>`}
    <form class="sheet" method="post" action="${view.action}" novalidate>
      <input type="hidden" name="token" value="${view.token}" />
      <input type="hidden" name="version" value="${form.consentVersion}" />
      <div class="apart" aria-hidden="true">
        <label for="${TRAP}">${texts.leaveEmpty}</label>
        <input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off" />
      </div>
      <div>
        <label for="number">${texts.number}</label>
        <p class="hint" id="number-hint">${texts.numberHint}</p>
        <input
          id="number"
          name="number"
          type="tel"
          dir="ltr"
          value="${input.number}"
          autocomplete="tel"
          maxlength="40"
          required
          ${attributesOf("number", issueOf("number"), "number-hint")}
        />
        ${errorView("number", issueOf("number"))}
      </div>
      ${form.nameField === "hidden" ? "" : nameView(form, input.name, issueOf("name"))}
      ${form.groupChoice === "all" ? "" : groupsView(form, view, issueOf("group"))}
      ${form.fields.map((field) => fieldView(field, enteredIn(input, field.key), issueOf(fieldInput(field.key))))}
      <div>
        <div class="check">
          <input
            id="consent"
            name="consent"
            type="checkbox"
            value="yes"
            ${input.consent ? "checked" : ""}
            required
            ${attributesOf("consent", issueOf("consent"))}
          />
          <label for="consent"><span class="wording" dir="auto">${form.consent}</span></label>
        </div>
        ${errorView("consent", issueOf("consent"))}
      </div>
      <button>${texts.subscribe}</button>
    </form>`;
}

type Issue = { readonly kind: FillIssue | undefined; readonly isFirst: boolean; readonly texts: Texts };

/** Attributes of an input: a screen reader announces its hint and its error, and the first wrong one gets the focus. */
function attributesOf(id: string, { kind, isFirst }: Issue, hint = ""): Html {
  const described = [hint, kind ? `${id}-error` : ""].filter((one) => one !== "").join(" ");
  return html`${kind ? html`aria-invalid="true"` : ""} ${isFirst ? "autofocus" : ""}
  ${described === "" ? "" : html`aria-describedby="${described}"`}`;
}

function errorView(id: string, { kind, texts }: Issue): Html {
  return kind ? html`<p class="error" id="${id}-error">${texts.issues[kind]}</p>` : html``;
}

function labelOf(text: string, isRequired: boolean, { texts }: Issue): Html {
  return html`<span dir="auto">${text}</span>${isRequired ? "" : html` <span class="hint">(${texts.optional})</span>`}`;
}

function nameView({ nameField }: Form, value: string, issue: Issue): Html {
  const isRequired = nameField === "required";
  return html`<div>
    <label for="name">${labelOf(issue.texts.name, isRequired, issue)}</label>
    <input
      id="name"
      name="name"
      value="${value}"
      autocomplete="name"
      maxlength="250"
      ${isRequired ? "required" : ""}
      ${attributesOf("name", issue)}
    />
    ${errorView("name", issue)}
  </div>`;
}

function groupsView(form: Form, { input, isFilled }: FormView, issue: Issue): Html {
  const isChecked = (id: number): boolean =>
    isFilled ? input.groups.includes(String(id)) : form.groupChoice === "preselected";
  return html`<fieldset ${issue.kind ? html`aria-describedby="group-error"` : ""}>
    <legend>${issue.texts.groups}</legend>
    ${form.groups.map(
      ({ id, name }, index) =>
        html`<div class="check">
          <input
            id="group-${id}"
            name="group"
            type="checkbox"
            value="${id}"
            ${isChecked(id) ? "checked" : ""}
            ${issue.isFirst && index === 0 ? "autofocus" : ""}
          />
          <label for="group-${id}"><span dir="auto">${name}</span></label>
        </div>`,
    )}
    ${errorView("group", issue)}
  </fieldset>`;
}

const INPUT_TYPES = { text: "text", number: "text", date: "date" } as const;

function fieldView({ key, label, type, required, choices }: FormField, value: string, issue: Issue): Html {
  const id = fieldInput(key);
  const more = html`${required ? "required" : ""} ${attributesOf(id, issue)}`;
  if (type === "yes_no") {
    return html`<div>
      <div class="check">
        <input id="${id}" name="${id}" type="checkbox" value="yes" ${value === "" ? "" : "checked"} ${more} />
        <label for="${id}"><span dir="auto">${label}</span></label>
      </div>
      ${errorView(id, issue)}
    </div>`;
  }
  const shown =
    type === "choice"
      ? html`<select id="${id}" name="${id}" ${more}>
          <option value="">${issue.texts.choose}</option>
          ${choices.map((one) => html`<option value="${one}" ${one === value ? "selected" : ""}>${one}</option>`)}
        </select>`
      : html`<input
          id="${id}"
          name="${id}"
          type="${INPUT_TYPES[type]}"
          value="${value}"
          ${type === "number" ? html`inputmode="decimal"` : ""}
          maxlength="1000"
          ${more}
        />`;
  return html`<div>
    <label for="${id}">${labelOf(label, required, issue)}</label>
    ${shown} ${errorView(id, issue)}
  </div>`;
}
