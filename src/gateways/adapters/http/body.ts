import {
  compile,
  listOf,
  onlySlot,
  personal,
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
 * Compiles a template into a body writer; `people` are the values of everyone in the call, for `{each}`. JSON and forms
 * are parsed once and values put into their leaves, so that no message can add a field; XML is escaped.
 *
 * @throws TemplateError
 */
export function compileBody(
  type: BodyType,
  text: string,
  allowed: readonly string[] = placeholders,
): (values: Values, people?: readonly Values[]) => string {
  if (type === "json") return compileJson(text, allowed);
  if (type === "form" || type === "query") return compileForm(text, allowed);
  const template = compile(text, allowed);
  refuseTypes(template);
  const escape = type === "xml" ? escapeXml : (value: string) => value;
  return (values) => render(template, values, escape);
}

// A field that is a single absent placeholder (no sender, no media) is left out; a list makes one field per entry.
function compileForm(text: string, allowed: readonly string[]): (values: Values) => string {
  const pairs = text
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals <= 0) throw new TemplateError("has a field without `=`: write name={placeholder}&…");
      const value = compile(decode(pair.slice(equals + 1)), allowed);
      refuseTypes(value, "list");
      return { name: decode(pair.slice(0, equals)), value, slot: onlySlot(value) };
    });
  return (values) => {
    const form = new URLSearchParams();
    for (const { name, value, slot } of pairs) {
      const given =
        !slot || slot.choice || slot.as === "csv" ? undefined : slot.as ? listOf(slot, values) : values[slot.name];
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
type Leaf = (values: Values, people: readonly Values[]) => Json | undefined;

/** Marks the one item of a list that is repeated for everyone. */
const EACH = "{each}";

function compileJson(text: string, allowed: readonly string[]): (values: Values, people?: readonly Values[]) => string {
  let shape: Json;
  try {
    shape = JSON.parse(text) as Json;
  } catch {
    throw new TemplateError("is not JSON: every placeholder must be inside quotes");
  }
  const build = (node: Json): Leaf => {
    if (typeof node === "string") return compileLeaf(compile(node, allowed));
    if (Array.isArray(node)) {
      const [first, ...rest] = node;
      if (first === EACH) {
        if (rest.length !== 1) throw new TemplateError(`has a list with ${EACH} that is not followed by one item`);
        const item = build(rest[0]!);
        return (_values, people) => people.flatMap((values) => item(values, [values]) ?? []);
      }
      const items = node.map(build);
      return (values, people) => items.flatMap((item) => item(values, people) ?? []);
    }
    if (typeof node === "object" && node !== null) {
      const entries = Object.entries(node).map(([key, child]) => [key, build(child)] as const);
      return (values, people) =>
        Object.fromEntries(
          entries.flatMap(([key, child]) => {
            const value = child(values, people);
            return value === undefined ? [] : [[key, value]];
          }),
        );
    }
    return () => node;
  };
  const root = build(shape);
  return (values, people = [values]) => JSON.stringify(root(values, people));
}

function compileLeaf(template: Template): Leaf {
  const slot = onlySlot(template);
  if (!slot) {
    refuseTypes(template);
    return (values) => render(template, values, (part) => part);
  }
  return (values) => {
    if (slot.as === "list") return listOf(slot, values)?.slice();
    const text = slotText(slot, values);
    if (text === undefined || slot.as === undefined || slot.as === "csv") return text;
    if (slot.as === "boolean") return text !== "0" && text !== "";
    // A number that JSON cannot carry exactly stays a string rather than become another number.
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  };
}

/** @param allowed a type that is allowed here, if the placeholder is alone */
function refuseTypes(template: Template, allowed?: "list"): void {
  const isFine = (as: string | undefined): boolean =>
    as === undefined || as === "csv" || (as === allowed && template.length === 1);
  if (template.every((piece) => typeof piece === "string" || isFine(piece.as))) return;
  throw new TemplateError("uses :number, :boolean or :list, which must be a whole JSON value");
}

/**
 * The placeholder of a single recipient that a template for many names outside of `{each}`: the message would go to the
 * first, and the others would get nothing. undefined: none.
 */
export function loneName(type: BodyType, text: string): string | undefined {
  const lone = (template: Template): string | undefined =>
    template
      .flatMap((piece) => (typeof piece === "string" || piece.as === "list" || piece.as === "csv" ? [] : [piece.name]))
      .find((name) => personal.includes(name));
  if (type !== "json") return lone(compile(text));
  const search = (node: Json): string | undefined => {
    if (typeof node === "string") return lone(compile(node));
    if (typeof node !== "object" || node === null) return undefined;
    if (Array.isArray(node) && node[0] === EACH) return undefined;
    for (const child of Object.values(node)) {
      const found = search(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(JSON.parse(text) as Json);
}

/** Whether a template names every recipient of a call. */
export const namesAll = (text: string): boolean =>
  /\{(to|to_digits|to_national):(list|csv)\}/.test(text) || text.includes(`"${EACH}"`);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TemplateError("has a % that is not followed by two hexadecimal digits: write %25");
  }
}

const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

function escapeXml(value: string): string {
  // XML 1.0 §2.2 cannot represent other control characters, not even as entities.
  return value
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (mark) => XML[mark]!);
}
