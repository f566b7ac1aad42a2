import type { SendRequest } from "#contract/send";
import type { Detail } from "#domain/error";
import { textFor, type TemplateStore } from "#domain/texts/text-template";

/** The parameters with the template's text in place of its id: from here on it is a text like any other. */
export async function withTemplate(
  templates: Pick<TemplateStore, "find">,
  fields: Partial<SendRequest>,
  issues: Detail[],
): Promise<Partial<SendRequest>> {
  if (fields.template_id === undefined && fields.locale === undefined) return fields;
  const { template_id: id, locale, ...rest } = fields;
  if (id === undefined) {
    issues.push({ field: "locale", code: "not_together", message: "is the language of a template: name one" });
    return rest;
  }
  if (rest.message !== undefined) {
    issues.push({
      field: "template_id",
      code: "not_together",
      message: "takes the place of message: send one of them",
    });
    return rest;
  }
  const template = await templates.find(id);
  if (!template) {
    issues.push({ field: "template_id", code: "unknown_template", message: "is not the id of a template", value: id });
    return { ...rest, message: "-" };
  }
  return {
    ...(template.category !== null && { category: template.category }),
    ...rest,
    message: textFor(template, locale ?? null),
  };
}
