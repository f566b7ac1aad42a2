import type { Form } from "#domain/forms/form";

import type { Html } from "../layout.ts";
import { headersOf, statusOf, type Answer } from "./answer.ts";
import { codeView, codeWords, messageView } from "./code-view.ts";
import { formView } from "./form-view.ts";
import { publicPage } from "./layout.ts";
import { textsIn } from "./texts.ts";
import type { Texts } from "./texts/texts.ts";

/** @param isFramed whether the page is shown in a frame of a site that the form lists */
export async function answerPage(form: Form, answer: Answer, isFramed: boolean): Promise<Response> {
  // A frame would load the address inside itself.
  if (answer.kind === "confirmed" && form.successUrl !== null && !isFramed) return continuedAt(form.successUrl);
  const appearance = { ...form, framedBy: isFramed ? form.origins : [] };
  const { title, body } = contentOf(form, answer, {
    texts: await textsIn(form.locale),
    query: isFramed ? "?framed=1" : "",
  });
  return publicPage(appearance, { title, body, status: statusOf(answer) }, headersOf(answer));
}

function contentOf(
  form: Form,
  answer: Answer,
  { texts, query }: { readonly texts: Texts; readonly query: string },
): { readonly title: string; readonly body: Html } {
  const action = `/p/${form.slug}${query}`;
  const says = (title: string, text: string, link?: Parameters<typeof messageView>[2]) => ({
    title: `${title} · ${form.title}`,
    body: messageView(title, text, link),
  });
  switch (answer.kind) {
    case "form": {
      const notice = answer.notice && texts[answer.notice];
      return { title: form.title, body: formView(form, { ...answer, notice, action }, texts) };
    }
    case "code": {
      const view = { ...answer, action: `/p/${form.slug}/confirm${query}`, back: action };
      return { title: `${codeWords(texts, answer).title} · ${form.title}`, body: codeView(texts, view) };
    }
    case "closed":
      return says(texts.closedTitle, texts.closed);
    case "confirmed":
      return says(
        texts.confirmedTitle,
        texts.confirmed,
        form.successUrl === null ? undefined : { href: form.successUrl, text: texts.continue },
      );
    case "limited":
      return says(texts.limitedTitle, texts.limited, { href: action, text: texts.again });
  }
}

function continuedAt(url: string): Response {
  return new Response(null, { status: 303, headers: { Location: url, "Cache-Control": "no-store" } });
}
