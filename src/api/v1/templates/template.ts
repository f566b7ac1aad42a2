import { deletedTemplate, templateChanges, templateData, templatePath } from "#contract/templates";
import { DomainError } from "#domain/error";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { nameTaken, shownTemplate, type TemplateDeps } from "./templates.ts";

/** GET, PATCH, DELETE of `/templates/{id}`. */
export function templateEndpoints({ templates }: Pick<TemplateDeps, "templates">): Endpoint[] {
  return [
    endpoint({
      operationId: "getTemplate",
      method: "GET",
      path: "/templates/{id}",
      access: "svc_sendsms",
      tag: "Templates",
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
      operationId: "updateTemplate",
      method: "PATCH",
      path: "/templates/{id}",
      access: "svc_sendsms",
      tag: "Templates",
      summary: "Change a template",
      description:
        "Only the parameters given are changed. Messages and schedules that were created with it keep the earlier text.",
      input: templateChanges,
      data: templateData,
      errors: ["not_found", "conflict"],
      async handle({ id, name, ...wish }) {
        const template = await templates.update(id, { ...wish, ...(name !== undefined && { name: name.trim() }) });
        if (template === "not_found") throw noTemplate(id);
        if (template === "name_taken") throw nameTaken(name!);
        return { message: `Template ${template.name} changed.`, data: shownTemplate(template) };
      },
    }),
    endpoint({
      operationId: "deleteTemplate",
      method: "DELETE",
      path: "/templates/{id}",
      access: "svc_sendsms",
      tag: "Templates",
      summary: "Delete a template",
      description: "Messages and schedules that were created with it keep their text.",
      input: templatePath,
      data: deletedTemplate,
      errors: ["not_found"],
      async handle({ id }) {
        if (!(await templates.remove(id))) throw noTemplate(id);
        return { message: "Template deleted.", data: { deleted: true, id } };
      },
    }),
  ];
}

function noTemplate(id: number): DomainError {
  return new DomainError("not_found", `There is no template ${id}.`);
}
