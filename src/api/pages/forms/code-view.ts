import { html } from "hono/html";

import type { Html } from "../layout.ts";
import type { Texts } from "./texts/texts.ts";

/** What the page of a code says, depending on the form alone. */
export function codeWords(texts: Texts, { isNeeded }: { readonly isNeeded: boolean }) {
  return isNeeded
    ? { title: texts.codeTitle, text: texts.codeSent, help: texts.noCode }
    : { title: texts.thanksTitle, text: texts.thanks, help: null };
}

/** The form for the code. @param sealed the encrypted number, so that the page does not contain it */
export function codeView(
  texts: Texts,
  view: {
    readonly action: string;
    readonly back: string;
    readonly sealed: string;
    readonly isNeeded: boolean;
    readonly isWrong: boolean;
  },
): Html {
  const { title, text, help } = codeWords(texts, view);
  return html`<h1>${title}</h1>
    <p class="notice" role="status">${text}</p>
    <form class="sheet" method="post" action="${view.action}" novalidate>
      <input type="hidden" name="sealed" value="${view.sealed}" />
      <div>
        <label for="code">${texts.code}</label>
        <input
          id="code"
          name="code"
          dir="ltr"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="20"
          required
          ${view.isNeeded ? "autofocus" : ""}
          ${view.isWrong ? html`aria-invalid="true" aria-describedby="code-error"` : ""}
        />
        ${view.isWrong ? html`<p class="error" id="code-error" role="alert">${texts.wrongCode}</p>` : ""}
      </div>
      <button>${texts.confirm}</button>
    </form>
    ${help === null ? "" : html`<p class="quiet">${help}</p>`}
    <p><a href="${view.back}">${texts.again}</a></p>`;
}

/** A page that says one thing. */
export function messageView(
  title: string,
  text: string,
  link?: { readonly href: string; readonly text: string },
): Html {
  return html`<h1>${title}</h1>
    <p role="status">${text}</p>
    ${link ? html`<p><a href="${link.href}">${link.text}</a></p>` : ""}`;
}
