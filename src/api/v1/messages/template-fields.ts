import type { SendRequest } from "#contract/send";
import type { Detail } from "#domain/error";
import { templateTextFor, type TemplateStore, type TextTemplate } from "#domain/texts/template-store";

/** The issue of a call with both. */
export const MESSAGE_AND_TEMPLATE: Detail = {
  field: "template_id",
  code: "not_together",
  message: "takes the place of message: send one of them",
};

/** The issue of a call with the id of none. */
export const unknownTemplate = (id: number): Detail => ({
  field: "template_id",
  code: "unknown_template",
  message: "is not the id of a template",
  value: id,
});

export type Templated = {
  readonly fields: Partial<SendRequest>;
  /** Texts by locale, of a template whose language the call leaves to the recipients. */
  readonly variants: TextTemplate["variants"] | null;
};

/** Whether a call names a template, or the language of one. */
export const hasTemplate = ({ template_id: id, locale }: Partial<SendRequest>): boolean =>
  id !== undefined || locale !== undefined;

/** The parameters with the template's text in place of its id: from here on it is a text like any other. */
export async function withTemplate(
  templates: Pick<TemplateStore, "find">,
  fields: Partial<SendRequest>,
  issues: Detail[],
): Promise<Templated> {
  const { template_id: id, locale, ...rest } = fields;
  if (id === undefined) {
    issues.push({ field: "locale", code: "not_together", message: "is the language of a template: name one" });
    return { fields: rest, variants: null };
  }
  if (rest.message !== undefined) {
    issues.push(MESSAGE_AND_TEMPLATE);
    return { fields: rest, variants: null };
  }
  const template = await templates.find(id);
  if (!template) {
    issues.push(unknownTemplate(id));
    return { fields: { ...rest, message: "-" }, variants: null };
  }
  const read = {
    ...(template.category !== null && { category: template.category }),
    ...rest,
    message: templateTextFor(template, locale ?? null),
  };
  const isOpen = locale === undefined && Object.keys(template.variants).length > 0;
  return { fields: read, variants: isOpen ? template.variants : null };
}
