import { compile, render, TemplateError, type Template, type Values } from "./template.ts";

/** Headers that belong to the connection, not to the template. */
const OURS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "keep-alive",
]);

export type HeaderTemplate = { readonly name: string; readonly value: Template };

/**
 * Reads `Name: value`.
 *
 * @throws TemplateError
 */
export function readHeader(text: string): HeaderTemplate {
  const match = /^([A-Za-z0-9!#$%&'*+.^_`|~-]{1,60}):\s*(.*)$/.exec(text);
  if (!match || /[^\t\u0020-\u007e]/.test(text)) throw new TemplateError("is not in the form `Name: value` in ASCII");
  const [, name = "", value = ""] = match;
  if (OURS.has(name.toLowerCase())) throw new TemplateError("names a header of the connection itself");
  return { name: name.toLowerCase(), value: compile(value) };
}

/** The headers of one request, or null if a value would break out of its line. */
export function renderHeaders(templates: readonly HeaderTemplate[], values: Values): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const { name, value } of templates) {
    const text = render(value, values, (part) => part);
    if (/[^\t\u0020-\u007e]/.test(text)) return null;
    headers[name] = text;
  }
  return headers;
}
