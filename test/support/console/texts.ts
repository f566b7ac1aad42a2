import { globSync, readFileSync } from "node:fs";

import { parseAst } from "rolldown/parseAst";

import { isNode, visit, type Node } from "./syntax.ts";

/** A text of the console, by the key that a catalog has for it, and the first file that shows it. */
export type ConsoleText = { readonly key: string; readonly file: string; readonly isPlural: boolean };

type Template = { readonly quasis: readonly { readonly value: { readonly cooked: string } }[] };

const nameOf = (node: unknown): string => (isNode(node) && typeof node["name"] === "string" ? node["name"] : "");
const literalOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node["value"] === "string" ? node["value"] : undefined;

/** The page that shows the parts of the design is for those who build it, and in English. */
const files = (): string[] =>
  globSync("console/src/**/*.{ts,tsx}", { exclude: ["console/src/screens/components/**"] }).toSorted();

function parse(file: string): Node {
  // `<Value>(…) =>` is a function in one of them and an element in the other.
  const lang = file.endsWith(".tsx") ? "tsx" : "ts";
  return parseAst(readFileSync(file, "utf8"), { lang }, file) as unknown as Node;
}

/** Every text that the sources give to `t`, `rich`, `term` and `plural`. Faulty: calls whose text is not a literal. */
export function consoleTexts(): { readonly texts: readonly ConsoleText[]; readonly faulty: readonly string[] } {
  const texts = new Map<string, ConsoleText>();
  const faulty: string[] = [];
  for (const file of files()) {
    const add = (key: string | undefined, at: Node, isPlural = false): void => {
      if (key === undefined) faulty.push(`${file}:${at.start}`);
      else if (!texts.has(key)) texts.set(key, { key, file, isPlural });
    };
    visit(parse(file), (node) => {
      if (node.type === "TaggedTemplateExpression" && ["t", "rich"].includes(nameOf(node["tag"]))) {
        const { quasis } = node["quasi"] as Template;
        const parts = quasis.map(({ value }) => value.cooked);
        add(
          parts.reduce((key, part, index) => `${key}{${index - 1}}${part}`),
          node,
        );
      }
      if (node.type !== "CallExpression") return;
      const args = (node["arguments"] as readonly unknown[]).map(literalOf);
      const both = (first: number, join: (one: string, other: string) => string) =>
        args[first] === undefined || args[first + 1] === undefined ? undefined : join(args[first], args[first + 1]!);
      if (nameOf(node["callee"]) === "plural")
        add(
          both(1, (one, other) => `${one} | ${other}`),
          node,
          true,
        );
      if (nameOf(node["callee"]) === "term")
        add(
          both(0, (word, context) => `${word} [${context}]`),
          node,
        );
    });
  }
  return { texts: [...texts.values()], faulty };
}

/** Attributes whose value a reader sees. */
const shown = new Set(["label", "title", "description", "placeholder", "aria-label", "alt", "lead", "data-hint"]);
/** Their content is the same in every language. */
const untranslated = new Set(["code", "kbd", "pre", "option"]);

const names = /^(Tidings|openapi\.json|de, pt-BR|https:.*)$/;

/** Words in the markup that are not looked up in a catalog. */
export function strayTexts(): string[] {
  const stray: string[] = [];
  for (const file of files()) {
    const report = (text: string | undefined): void => {
      // Not every writing has this comma: `commas` and `rich` have the reader's.
      if (text !== undefined && /\p{L}{2}|^\s*,\s/u.test(text) && !names.test(text))
        stray.push(`${file}: ${text.trim()}`);
    };
    visit(parse(file), (node) => {
      if (node.type === "JSXAttribute" && shown.has(nameOf(node["name"]))) report(literalOf(node["value"]));
      if (node.type !== "JSXElement" && node.type !== "JSXFragment") return;
      const opening = node["openingElement"];
      if (isNode(opening) && untranslated.has(nameOf(opening["name"]))) return;
      for (const child of node["children"] as readonly Node[]) if (child.type === "JSXText") report(literalOf(child));
    });
  }
  return stray;
}
