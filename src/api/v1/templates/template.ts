import { deletedById } from "#contract/fields";
import { templateChanges, templateData, templatePath } from "#contract/templates";
import { DomainError, nameTaken } from "#domain/error";
import { templateIssues } from "#domain/texts/template-issues";
import type { TemplateInput, TextTemplate } from "#domain/texts/template-store";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { common, shownTemplate, type TemplateDeps } from "./templates.ts";

/** GET, PATCH, DELETE of `/templates/{id}`. */
export function templateEndpoints({ templates }: Pick<TemplateDeps, "templates">): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getTemplate",
      method: "GET",
      path: "/templates/{id}",
      summary: "Show a template",
      input: templatePath,
      data: templateData,
      errors: ["not_found"],
      async handle({ id }) {
        const template = await templates.find(id);
        if (!template) throw noTemplate(id);
        return { message: `Template ${template.name}.`, data: shownTemplate(template) };
      },
    }),
    endpoint({
      ...common,
      operationId: "updateTemplate",
      method: "PATCH",
      path: "/templates/{id}",
      summary: "Change a template",
      description:
        "Only the parameters given are changed. Messages and schedules that were created with it keep the earlier text. With `version`, nothing is changed if someone else changed it first: 409 `conflict`, with the present version in `data.version`.",
      input: templateChanges,
      data: templateData,
      errors: ["not_found", "conflict"],
      async handle({ id, version = null, name, ...changes }) {
        await requireUsable(templates, id, version, changes);
        const named = { ...changes, ...(name !== undefined && { name: name.trim() }) };
        const template = await templates.update(id, version, named);
        if (template === "not_found") throw changedMeanwhile(id, await templates.find(id));
        if (template === "name_taken") throw nameTaken(name!);
        return { message: `Template ${template.name} changed.`, data: shownTemplate(template) };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteTemplate",
      method: "DELETE",
      path: "/templates/{id}",
      summary: "Delete a template",
      description: "Messages and schedules that were created with it keep their text.",
      input: templatePath,
      data: deletedById,
      errors: ["not_found"],
      async handle({ id }) {
        if (!(await templates.remove(id))) throw noTemplate(id);
        return { message: "Template deleted.", data: { deleted: true, id } };
      },
    }),
  ];
}

/** A new name does not require a check of the stored texts. */
async function requireUsable(
  templates: TemplateDeps["templates"],
  id: number,
  version: number | null,
  changes: { readonly [Name in keyof TemplateInput]?: TemplateInput[Name] | undefined },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  const present = await templates.find(id);
  if (!present || (version ?? present.version) !== present.version) throw changedMeanwhile(id, present);
  const { text = present.text, variants = present.variants, category = present.category } = changes;
  const issues = templateIssues({ text, variants, category });
  if (issues.length > 0) throw new DomainError("invalid_parameter", "The template cannot be used.", issues);
}

function changedMeanwhile(id: number, present: TextTemplate | null): DomainError {
  if (!present) return noTemplate(id);
  const { version } = present;
  return new DomainError("conflict", "The template was changed meanwhile. Read it again and retry.", [], { version });
}

function noTemplate(id: number): DomainError {
  return new DomainError("not_found", `There is no template ${id}.`);
}
