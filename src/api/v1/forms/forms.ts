import { formData, formRequest, formsData, formsQuery } from "#contract/forms";
import { DomainError } from "#domain/error";
import { formDefaults, type FormContent } from "#domain/forms/form";
import type { FormStore } from "#domain/forms/form-store";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { ReadSettings } from "#domain/settings/settings-store";
import { siteSection } from "#domain/settings/site-settings";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageLocaleOf } from "../../pages/forms/texts.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { readForm, shownForm } from "./form-fields.ts";

export type FormDeps = {
  readonly forms: FormStore;
  readonly groups: GroupLookup;
  readonly readSettings: ReadSettings;
  /** TIDINGS_PUBLIC_URL, without a slash at the end. */
  readonly publicUrl: string | null;
  /** Prefix of the paths in `Location`: "/svc/v1" after the mount prefix. */
  readonly base: string;
};

export const common = { access: "svc_subscribers", tag: "Forms" } as const;

type NewForm = { readonly slug: string; readonly content: FormContent };

/** `GET /forms`, `POST /forms`. */
export function formsEndpoints({ forms, groups, readSettings, publicUrl, base }: FormDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "listForms",
      method: "GET",
      path: "/forms",
      summary: "List forms",
      input: formsQuery,
      data: formsData,
      read: (fields, _context, issues) => readShortPage("forms", fields, issues),
      async handle(page) {
        const { items, pagination } = shortPage(await forms.list(), ({ slug }) => slug, page);
        return {
          message: `${counted(items.length, "form")}.`,
          data: { items: await Promise.all(items.map((form) => shownForm(form, publicUrl))), pagination },
        };
      },
    }),
    endpoint<typeof formRequest, NewForm>({
      ...common,
      operationId: "createForm",
      method: "POST",
      path: "/forms",
      summary: "Create a form",
      description: "Its page is at /p/{slug}, for everyone.",
      input: formRequest,
      data: formData,
      status: 201,
      errors: ["conflict"],
      async read(fields, _context, issues) {
        const content = await readForm(fields, groups, issues);
        const locale = pageLocaleOf((await readSettings(siteSection)).locale);
        return { slug: fields.slug!, content: { ...formDefaults, locale, ...content } as FormContent };
      },
      async handle({ slug, content }) {
        const form = await forms.create(slug, content);
        if (!form) {
          throw new DomainError("conflict", `There is already a form ${slug}.`, [
            { field: "slug", code: "taken", message: "is the slug of another form", value: slug },
          ]);
        }
        return {
          status: 201,
          message: `Form ${slug} created.`,
          data: await shownForm(form, publicUrl),
          headers: { Location: `${base}/forms/${slug}` },
        };
      },
    }),
  ];
}
