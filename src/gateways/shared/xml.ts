import { DOMParser, type Element, type Node } from "@xmldom/xmldom";

/** An element: its attributes by `@name`, its children by name, a list if there are several; or its text alone. */
export type XmlValue = string | readonly XmlValue[] | { readonly [name: string]: XmlValue };

/** Deepest nesting of elements: a receipt has four. */
const DEEPEST = 32;

/**
 * Parses XML as if it were JSON, the root element by its name; undefined if the text is not XML. Prefixes of names are
 * dropped. A document type is refused: it allows entities, which can make a small text a large one.
 */
export function parseXml(text: string): { readonly [name: string]: XmlValue } | undefined {
  const xml = text.replace(/^\uFEFF/, "").trim();
  if (!xml.startsWith("<") || /<!DOCTYPE/i.test(xml)) return undefined;
  try {
    const fail = (level: string, message: string): void => {
      if (level !== "warning") throw new Error(message);
    };
    const root = new DOMParser({ onError: fail }).parseFromString(xml, "text/xml").documentElement;
    return root === null ? undefined : { [nameOf(root)]: valueOf(root, 0) };
  } catch {
    return undefined;
  }
}

const nameOf = (node: Node): string => node.nodeName.replace(/^.*:/, "");

function valueOf(element: Element, depth: number): XmlValue {
  if (depth > DEEPEST) throw new Error("too deep");
  const found = new Map<string, XmlValue[]>();
  // Not a new list each time: a body of nothing but `<a/>` would take quadratic time.
  const add = (name: string, value: XmlValue): void => {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  };
  for (const attribute of element.attributes) add(`@${attribute.name}`, attribute.value);
  for (const child of element.childNodes) if (isElement(child)) add(nameOf(child), valueOf(child, depth + 1));
  if (found.size === 0) return element.textContent?.trim() ?? "";
  const text = [...element.childNodes].some(isElement) ? "" : (element.textContent?.trim() ?? "");
  if (text !== "") add("#text", text);
  return Object.fromEntries([...found].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
