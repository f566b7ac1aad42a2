import { deletedForm, formChanges, formData, formPath } from "#contract/forms";
import { DomainError } from "#domain/error";
import type { FormContent } from "#domain/forms/form";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readForm, shownForm } from "./form-fields.ts";
import { common, type FormDeps } from "./forms.ts";

type FormChange = { readonly slug: string; readonly change: Partial<FormContent> };

/** GET, PATCH, DELETE of `/forms/{slug}`. */
export function formEndpoints({ forms, groups, publicUrl }: FormDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getForm",
      method: "GET",
      path: "/forms/{slug}",
      summary: "Show a form",
      input: formPath,
      data: formData,
      errors: ["not_found"],
      async handle({ slug }) {
        const form = await forms.find(slug);
        if (!form) throw noForm(slug);
        return { message: `Form ${slug}.`, data: await shownForm(form, publicUrl) };
      },
    }),
    endpoint<typeof formChanges, FormChange>({
      ...common,
      operationId: "updateForm",
      method: "PATCH",
      path: "/forms/{slug}",
      summary: "Change a form",
      description: "Only the parameters given are changed. A changed consent text becomes a new version.",
      input: formChanges,
      data: formData,
      errors: ["not_found"],
      async read(fields, _context, issues) {
        return { slug: fields.slug!, change: await readForm(fields, groups, issues) };
      },
      async handle({ slug, change }) {
        const form = await forms.update(slug, change);
        if (!form) throw noForm(slug);
        return { message: `Form ${slug} changed.`, data: await shownForm(form, publicUrl) };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteForm",
      method: "DELETE",
      path: "/forms/{slug}",
      summary: "Delete a form",
      description: "Its page is gone at once. Consents keep the text that was shown.",
      input: formPath,
      data: deletedForm,
      errors: ["not_found"],
      async handle({ slug }) {
        if (!(await forms.remove(slug))) throw noForm(slug);
        return { message: `Form ${slug} deleted.`, data: { deleted: true, slug } };
      },
    }),
  ];
}

export function noForm(slug: string): DomainError {
  return new DomainError("not_found", `There is no form ${slug}.`);
}
