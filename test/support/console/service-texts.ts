import { globSync, readFileSync } from "node:fs";

import { parseAst } from "rolldown/parseAst";

import { isNode, visit, type Node } from "./syntax.ts";

/** Commands, adapters and the demo say nothing in the console. */
const files = (): string[] =>
  globSync("src/**/*.ts", {
    exclude: ["src/**/*.test.ts", "src/cli/**", "src/gateways/**", "src/app/demo/**"],
  }).toSorted();
/** Every sentence in these is shown. */
const SENTENCES =
  /^src\/(domain\/(outbox|alerts\/(kinds|texts|notify|test-recipients)|stats\/reasons|messages\/preview|consent\/require|gateways\/(outlook|stored\/try))|app\/readiness)/;
/** What goes on after the name of a field. */
const PREDICATE = /^(must|is|are|has|needs|cannot|contains|does|accepts) /;

/** The texts that an expression may have, with `{0}`, `{1}` for what is inserted. */
function textsOf(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : [];
    case "TemplateLiteral": {
      const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
      return [quasis.map(({ value }) => value.cooked).reduce((key, part, index) => `${key}{${index - 1}}${part}`)];
    }
    case "ConditionalExpression":
      return [...textsOf(node["consequent"]), ...textsOf(node["alternate"])];
    default:
      return [];
  }
}

const nameOf = (node: unknown): string =>
  isNode(node) ? String((node["name"] ?? node["value"]) as string | undefined) : "";
const isSentence = (text: string): boolean =>
  /^(\p{Lu}|\{0\} )[^]* [^]*$/u.test(text) && !/^(select|SELECT) /.test(text);

/** Texts of the service that the console may show, in the order of the alphabet. */
export function serviceTexts(): readonly string[] {
  const found = new Set<string>();
  const add = (node: unknown, fits: (text: string) => boolean): void => {
    for (const text of textsOf(node)) if (fits(text) && isSpecific(text)) found.add(text);
  };
  for (const file of files()) {
    const code = readFileSync(file, "utf8");
    visit(parseAst(code, { lang: "ts" }, file), (node: Node) => {
      if (node.type === "NewExpression" && /^(Http|Domain)Error$/.test(nameOf(node["callee"]))) {
        add((node["arguments"] as readonly unknown[])[1], () => true);
      }
      if (node.type === "NewExpression" && nameOf(node["callee"]) === "CellIssue") {
        add((node["arguments"] as readonly unknown[])[0], () => true);
      }
      if (SENTENCES.test(file)) add(node, isSentence);
      if (/^src\/(contract\/|api\/field-issues)/.test(file)) add(node, (text) => PREDICATE.test(text));
      if (node.type === "Property" && file === "src/contract/errors.ts" && nameOf(node["key"]) === "sentence") {
        add(node["value"], isSentence);
      }
      if (node.type === "ObjectExpression") {
        const properties = (node["properties"] as readonly Node[]).filter(({ type }) => type === "Property");
        const value = (name: string) => properties.find(({ key }) => nameOf(key) === name)?.["value"];
        if (value("code") && value("field")) add(value("message"), () => true);
      }
    });
  }
  return [...found].toSorted();
}

/** A pattern with few constant letters would fit what others say. */
function isSpecific(text: string): boolean {
  const constant = text.replaceAll(/\{\d+\}/g, "").trim().length;
  return constant >= (constant === text.length ? 8 : 9);
}
