import type { z } from "zod";

import { templateData, templateRequest, templatesData, templatesQuery } from "#contract/templates";
import { nameTaken } from "#domain/error";
import { templateOf, variablesOf } from "#domain/texts/template";
import { templateIssues } from "#domain/texts/template-issues";
import type { TemplateStore, TextTemplate } from "#domain/texts/template-store";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";

export type TemplateDeps = {
  readonly templates: TemplateStore;
  /** Prefix of the paths in `Location`. */
  readonly base: string;
};

const placeOf = numberIn("tpl");

export const common = { access: "svc_sendsms", tag: "Templates" } as const;

/** `GET /templates`, `POST /templates`. */
export function templatesEndpoints({ templates, base }: TemplateDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "listTemplates",
      method: "GET",
      path: "/templates",
      summary: "List templates",
      input: templatesQuery,
      data: templatesData,
      read({ search, cursor, per_page: limit = PER_PAGE }, _context, issues) {
        return { search: search ?? null, after: readCursor(cursor, placeOf, issues) ?? 0, limit };
      },
      async handle(page) {
        const found = await templates.list({ ...page, limit: page.limit + 1 });
        const { items, pagination } = pageOf(found, page.limit, ({ id }) => `tpl_${id}`);
        return {
          message: "Templates, oldest first.",
          data: { items: items.map(shownTemplate), pagination },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "createTemplate",
      method: "POST",
      path: "/templates",
      summary: "Create a template",
      description: "A text to be sent by its id, in one or more languages. Names are unique.",
      input: templateRequest,
      data: templateData,
      status: 201,
      errors: ["conflict"],
      read({ name, text, category = null, variants = {} }, _context, issues) {
        const input = { name: (name ?? "").trim(), text: text ?? "", category, variants };
        // A parameter that is missing or not readable has an issue of its own.
        if (issues.length === 0) issues.push(...templateIssues(input));
        return input;
      },
      async handle({ name, ...input }, { caller }) {
        const template = await templates.create({ name, ...input }, caller.principal);
        if (!template) throw nameTaken(name);
        return {
          status: 201,
          message: `Template ${template.name} created.`,
          data: shownTemplate(template),
          headers: { Location: `${base}/templates/${template.id}` },
        };
      },
    }),
  ];
}

export function shownTemplate(template: TextTemplate): z.output<typeof templateData> {
  const { id, name, text, category, variants, version, createdBy, createdAt, updatedAt } = template;
  const all = [text, ...Object.values(variants)].flatMap((one) => variablesOf(templateOf(one)));
  return {
    id,
    name,
    text,
    category,
    variants: { ...variants },
    variables: [...new Set(all)],
    version,
    created_by: createdBy,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}
