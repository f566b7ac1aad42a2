import { globSync, readFileSync } from "node:fs";

import { parseAst } from "rolldown/parseAst";

import { nameOf, possibleTexts } from "./possible-texts.ts";
import { isNode, visit, type Node } from "./syntax.ts";

/** Commands and the demo say nothing in the console; what adapters say is in screen-texts.ts. */
const files = (): string[] =>
  globSync("src/**/*.ts", {
    exclude: ["src/**/*.test.ts", "src/cli/**", "src/gateways/**", "src/app/demo/**"],
  }).toSorted();
/** Every sentence in these is shown. */
const SENTENCES =
  /^src\/(domain\/(outbox|alerts\/(kinds|texts|notify|test-recipients)|stats\/reasons|preview|consent\/require|license\/require|gateways\/(outlook|test-steps|stored\/try))|app\/readiness)/;
/** What goes on after the name of a field. */
const PREDICATE = /^(must|is|are|has|needs|cannot|contains|does|accepts) /;

const isText = ({ type }: Node): boolean => type === "Literal" || type === "TemplateLiteral";
const isSentence = (text: string): boolean =>
  /^(\p{Lu}|\{0\} )[^]* [^]*$/u.test(text) && !/^(select|SELECT) /.test(text);

export type ServiceTexts = {
  /** Texts of the service that the console may show, in the order of the alphabet. */
  readonly texts: readonly string[];
  /** Files whose details have messages that their own source does not tell. */
  readonly unread: readonly string[];
};

let known: ServiceTexts | undefined;

export const readServiceTexts = (): ServiceTexts => (known ??= read());
export const serviceTexts = (): readonly string[] => readServiceTexts().texts;

function read(): ServiceTexts {
  const found = new Set<string>();
  const unread = new Set<string>();
  for (const file of files()) {
    const program = parseAst(readFileSync(file, "utf8"), { lang: "ts" }, file);
    const textsOf = possibleTexts(program);
    const add = (node: unknown, fits: (text: string) => boolean): void => {
      for (const text of textsOf(node).texts) if (fits(text) && isSpecific(text)) found.add(text);
    };
    visit(program, (node: Node) => {
      if (node.type === "NewExpression" && /^(Http|Domain)Error$/.test(nameOf(node["callee"]))) {
        add((node["arguments"] as readonly unknown[])[1], () => true);
      }
      const thrown = nameOf(node["callee"]);
      if (
        (node.type === "NewExpression" && thrown === "CellIssue") ||
        (node.type === "CallExpression" && thrown === "tooManyRequests")
      ) {
        add((node["arguments"] as readonly unknown[])[0], () => true);
      }
      if (node.type === "CallExpression" && isWarning(node["callee"])) {
        for (const given of node["arguments"] as readonly unknown[]) add(given, isSentence);
      }
      if (SENTENCES.test(file) && isText(node)) add(node, isSentence);
      if (/^src\/(contract\/|api\/request\/field-issues)/.test(file) && isText(node))
        add(node, (text) => PREDICATE.test(text));
      if (node.type === "Property" && file === "src/contract/errors.ts" && nameOf(node["key"]) === "sentence") {
        add(node["value"], isSentence);
      }
      if (node.type === "ObjectExpression") {
        const properties = (node["properties"] as readonly Node[]).filter(({ type }) => type === "Property");
        const value = (name: string) => properties.find(({ key }) => nameOf(key) === name)?.["value"];
        // The field is added by who asked for the check.
        if (value("code") && (value("field") || file.startsWith("src/domain/"))) {
          add(value("message"), () => true);
          if (value("field") && textsOf(value("message")).open) unread.add(file);
        }
      }
    });
  }
  return { texts: [...found].toSorted(), unread: [...unread].toSorted() };
}

/** `warnings.push`: warnings of a call that succeeds. */
function isWarning(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== "MemberExpression" || nameOf(callee["property"]) !== "push") return false;
  const list = callee["object"];
  return /^(warnings|doubts)$/.test(nameOf(isNode(list) && list.type === "MemberExpression" ? list["property"] : list));
}

/** A pattern with few constant letters would fit what others say. */
function isSpecific(text: string): boolean {
  const constant = text.replaceAll(/\{\d+\}/g, "").trim().length;
  return constant >= (constant === text.length ? 8 : 9);
}
