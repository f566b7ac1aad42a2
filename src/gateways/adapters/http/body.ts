import {
  compile,
  onlySlot,
  placeholders,
  render,
  slotText,
  TemplateError,
  type Template,
  type Values,
} from "./template.ts";

export type BodyType = "json" | "form" | "query" | "xml" | "text";

export const contentTypes: Readonly<Record<BodyType, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  query: "",
  xml: "text/xml; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/**
 * Makes a body writer from a template. JSON and forms are taken apart once and values put into their leaves, so
 * that no text can add a field; XML is escaped.
 *
 * @throws TemplateError
 */
export function compileBody(
  type: BodyType,
  text: string,
  allowed: readonly string[] = placeholders,
): (values: Values) => string {
  if (type === "json") return compileJson(text, allowed);
  if (type === "form" || type === "query") return compileForm(text, allowed);
  const template = compile(text, allowed);
  refuseTypes(template);
  const escape = type === "xml" ? escapeXml : (value: string) => value;
  return (values) => render(template, values, escape);
}

// A field that is one absent placeholder (no sender, no media) is left out; a list makes one field per entry.
function compileForm(text: string, allowed: readonly string[]): (values: Values) => string {
  const pairs = text
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals <= 0) throw new TemplateError("has a field without `=`: write name={placeholder}&…");
      const value = compile(decode(pair.slice(equals + 1)), allowed);
      refuseTypes(value);
      return { name: decode(pair.slice(0, equals)), value, slot: onlySlot(value) };
    });
  return (values) => {
    const form = new URLSearchParams();
    for (const { name, value, slot } of pairs) {
      const given = slot && !slot.choice ? values[slot.name] : undefined;
      if (typeof given === "object") for (const entry of given) form.append(name, entry);
      else if (!slot)
        form.append(
          name,
          render(value, values, (part) => part),
        );
      else {
        const one = slotText(slot, values);
        if (one !== undefined) form.append(name, one);
      }
    }
    return form.toString();
  };
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Leaf = (values: Values) => Json | undefined;

function compileJson(text: string, allowed: readonly string[]): (values: Values) => string {
  let shape: Json;
  try {
    shape = JSON.parse(text) as Json;
  } catch {
    throw new TemplateError("is not JSON: every placeholder stands inside quotes");
  }
  const build = (node: Json): Leaf => {
    if (typeof node === "string") return compileLeaf(compile(node, allowed));
    if (Array.isArray(node)) {
      const items = node.map(build);
      return (values) => items.flatMap((item) => item(values) ?? []);
    }
    if (typeof node === "object" && node !== null) {
      const entries = Object.entries(node).map(([key, child]) => [key, build(child)] as const);
      return (values) =>
        Object.fromEntries(
          entries.flatMap(([key, child]) => {
            const value = child(values);
            return value === undefined ? [] : [[key, value]];
          }),
        );
    }
    return () => node;
  };
  const root = build(shape);
  return (values) => JSON.stringify(root(values));
}

function compileLeaf(template: Template): Leaf {
  const slot = onlySlot(template);
  if (!slot) {
    refuseTypes(template);
    return (values) => render(template, values, (part) => part);
  }
  return (values) => {
    const value = values[slot.name];
    if (slot.as === "list") return value === undefined ? undefined : typeof value === "object" ? [...value] : [value];
    const text = slotText(slot, values);
    if (text === undefined || slot.as === undefined) return text;
    if (slot.as === "boolean") return text !== "0" && text !== "";
    // A number that JSON cannot carry exactly stays text rather than become another number.
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  };
}

function refuseTypes(template: Template): void {
  if (template.some((piece) => typeof piece === "object" && piece.as !== undefined)) {
    throw new TemplateError("uses :number, :boolean or :list, which only a whole JSON value can be");
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TemplateError("has a % that is not followed by two hexadecimal digits: write %25");
  }
}

const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

function escapeXml(value: string): string {
  // XML 1.0 §2.2 has no way to write other control characters, not even as entities.
  return value
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (mark) => XML[mark]!);
}
