import type { z } from "zod";

import { contentFields } from "#contract/content";
import { limits } from "#contract/limits";
import { DomainError, type Detail } from "#domain/error";
import type { Category } from "#domain/messages/message";
import { footerOf, withFooter } from "#domain/opt-out/footer";
import type { ReadSettings } from "#domain/settings/settings-store";
import { FIELD_PREFIX, isPersonal, knownVariables, templateOf, variablesOf } from "#domain/texts/template";
import { unknownVariables, unmatchedIssues } from "#domain/texts/text-variables";
import { linkVariables } from "#domain/texts/values";
import { contentOf, type ContentInput, type MessageContent } from "#domain/messages/content";

/** `sender`: null removes the current one. */
type Fields = Partial<Omit<z.output<typeof contentFields>, "sender">> & { readonly sender?: string | null | undefined };

/** Whether a call sets any content at all. */
export function hasContent(fields: Fields): boolean {
  return contentFields.keyof().options.some((name) => fields[name] !== undefined);
}

/**
 * Reads the content of a call and adds any issues: there must be a text unless there is media, and it must fit into the
 * maximum number of segments.
 *
 * @param otherwise values for what the call does not set
 * @param known `publicUrl`: null if a link of a person would lead nowhere; `variables`: names for which the call itself
 *   has values
 * @throws DomainError public_url_missing
 */
export function readContent(
  fields: Fields,
  otherwise: Partial<ContentInput>,
  issues: Detail[],
  { publicUrl, variables = NONE }: { readonly publicUrl: string | null; readonly variables?: ReadonlySet<string> },
): MessageContent {
  const content = contentOf({
    text: fields.message ?? otherwise.text ?? "",
    sender: fields.sender === undefined ? (otherwise.sender ?? null) : fields.sender,
    flash: fields.flash ?? otherwise.flash ?? false,
    media: fields.media_urls ?? otherwise.media ?? [],
    personal: isPersonalCall(fields, otherwise),
    variants: fields.personalize === false ? null : (otherwise.variants ?? null),
  });
  const isNew = fields.message !== undefined && fields.personalize !== false;
  if (isNew) issues.push(...unmatchedIssues("message", content.text));
  if (content.personal) issues.push(...unknown(content.text, variables));
  for (const [locale, text] of Object.entries(content.variants ?? {})) {
    const issue = issues.length;
    issues.push(...unknown(text, variables), ...(isNew ? unmatchedIssues("message", text) : []));
    checkLength(contentOf({ text }), issues, ` in its text for ${locale}`);
    if (issues.length > issue) break;
  }
  if (issues.some((issue) => issue.field === "message")) return content;
  if (content.text.trim() === "") {
    if (content.media.length === 0) {
      issues.push({ field: "message", code: "required", message: "is required unless there is media" });
    }
  } else checkLength(content, issues);
  if (publicUrl === null && issues.length === 0) refuseLinks(content, variables);
  return content;
}

/**
 * The content as it is sent, with the footer of its category; it must still fit.
 *
 * @param content a content without issues, or with issues that were reported
 */
export async function readFooter(
  readSettings: ReadSettings,
  content: MessageContent,
  category: Category,
  issues: Detail[],
): Promise<MessageContent> {
  const full = withFooter(content, await footerOf(readSettings, category), null);
  if (full !== content && content.segments <= limits.messageSegments) checkLength(full, issues, " with its footer");
  return full;
}

function checkLength({ segments }: MessageContent, issues: Detail[], what = ""): void {
  if (segments <= limits.messageSegments) return;
  issues.push({
    field: "message",
    code: "too_long",
    message: `needs ${segments} segments${what}; the maximum is ${limits.messageSegments}`,
  });
}

const NONE: ReadonlySet<string> = new Set();

/** If the call does not say, the choice made for the stored text still applies. */
function isPersonalCall(fields: Fields, { text: stored, personal, variants }: Partial<ContentInput>): boolean {
  if (variants) return fields.personalize ?? true;
  const byDefault = stored !== undefined && isPersonal(stored) ? (personal ?? true) : true;
  return (fields.personalize ?? byDefault) && isPersonal(fields.message ?? stored ?? "");
}

function refuseLinks({ personal, text, variants }: MessageContent, variables: ReadonlySet<string>): void {
  if (!personal) return;
  const used = [text, ...Object.values(variants ?? {})].flatMap((one) => variablesOf(templateOf(one)));
  const link = linkVariables.find((name) => used.includes(name) && !variables.has(name));
  if (link) throw new DomainError("public_url_missing", `The text has {{${link}}}, which needs TIDINGS_PUBLIC_URL.`);
}

/** A variable that may have been meant as the key of a field. */
const KEY = /^[\p{L}\p{N}_ -]+$/u;

/** A misspelled variable is reported before anyone's value is looked up. */
function unknown(text: string, variables: ReadonlySet<string>): readonly Detail[] {
  const names = [...new Set([...knownVariables, ...variables])];
  return unknownVariables(text, { names, fields: true }).map(({ path, ...more }) => {
    const key = KEY.test(path) ? path : "city";
    return {
      field: "message",
      code: "unknown_variable",
      message: `has {{${path}}}, for which no recipient has a value: ${names.join(", ")} and ${FIELD_PREFIX}… are known, such as {{${FIELD_PREFIX}${key}}} for a field of yours`,
      value: path,
      ...more,
    };
  });
}
