import type { Context, Hono } from "hono";

import { withDefinitions } from "#domain/forms/defined-fields";
import { SLUG, type Form } from "#domain/forms/form";

import { provenanceOf } from "../../access/provenance.ts";
import type { Answer } from "./answer.ts";
import { answerJson, corsHeaders } from "./answer-json.ts";
import { answerPage } from "./answer-page.ts";
import { messageView } from "./code-view.ts";
import { confirmedCode } from "./confirm-code.ts";
import { embedScript } from "./embed-script.ts";
import { readEntered, type Entered } from "./entered-values.ts";
import type { FormPageDeps } from "./form-services.ts";
import { plainAppearance, publicPage } from "./layout.ts";
import { publicly } from "./public-handler.ts";
import { freshForm, submittedForm } from "./subscribe-form.ts";
import { textsIn } from "./texts.ts";
import { visitorLocale } from "./visitor-locale.ts";

/** Where a call for a form comes from. */
type From = {
  readonly ip: string;
  /** A page of ours, or the script on a page of a site that the form lists. */
  readonly isFromForm: boolean;
  readonly origin: string | null;
};

/** `/p/{slug}`: the page of a form, the page of its code, and the same as JSON for the script that embeds it. */
export function formPages(app: Hono, services: FormPageDeps): void {
  const { forms } = services;

  async function answered(c: Context, work: (form: Form, from: From) => Promise<Answer> | Answer): Promise<Response> {
    const slug = c.req.param("slug") ?? "";
    const found = SLUG.test(slug) ? await forms.find(slug) : null;
    const request = c.req.raw;
    if (!found) return noForm(services, request);
    const form = withDefinitions(found, await services.fields.all());
    const from = fromOf(c, form);
    if (!wantsJson(request) && !c.req.path.endsWith("/form.json")) {
      return answerPage(form, await work(form, from), c.req.query("framed") !== undefined);
    }
    if (!from.isFromForm) {
      const message = `${from.origin ?? "This origin"} is not among the form's origins.`;
      return Response.json({ kind: "refused", message }, { status: 403, headers: corsHeaders(null) });
    }
    return answerJson(form, await work(form, from), from.origin);
  }

  function fromOf(c: Context, form: Form): From {
    const request = c.req.raw;
    const client = services.clientOf(c.env, request.headers);
    const origin = request.headers.get("origin");
    const isListed = wantsJson(request) && origin !== null && form.origins.includes(origin);
    const isOwn = provenanceOf(request, client, services) !== "foreign";
    return { ip: client.ip, isFromForm: isOwn || isListed, origin };
  }

  const post = (work: (form: Form, entered: Entered, from: From) => Promise<Answer>) =>
    publicly((c) => answered(c, async (form, from) => work(form, await readEntered(c.req.raw), from)), services);

  const show = publicly((c) => answered(c, (form) => freshForm(services, form)), services);
  app.get("/p/:slug/embed.js", () => embedScript());
  app.get("/p/:slug/form.json", show);
  app.get("/p/:slug", show);
  app.post(
    "/p/:slug",
    post((form, entered, from) => submittedForm(services, form, entered, from)),
  );
  app.post(
    "/p/:slug/confirm",
    post((form, entered, from) => confirmedCode(services, form, entered, from)),
  );
  // A reload after the code's page asks for the address of its form.
  app.get("/p/:slug/confirm", (c) => c.redirect(`/p/${encodeURIComponent(c.req.param("slug"))}`));
}

/** What the script asks for. A form that a browser sends accepts HTML. */
function wantsJson(request: Request): boolean {
  return /\bapplication\/json\b/i.test(request.headers.get("accept") ?? "");
}

async function noForm(services: Pick<FormPageDeps, "readSettings">, request: Request): Promise<Response> {
  const locale = await visitorLocale(services, request);
  const { noFormTitle, noForm: text } = await textsIn(locale);
  return publicPage(plainAppearance(locale), { title: noFormTitle, body: messageView(noFormTitle, text), status: 404 });
}
