import { globSync, readFileSync } from "node:fs";

import { parseAst } from "rolldown/parseAst";

import { nameOf, possibleTexts } from "./possible-texts.ts";
import { isNode, visit, type Node } from "./syntax.ts";

/** The console shows no texts of commands and the demo; those of adapters are in screen-texts.ts. */
const files = (): string[] =>
  globSync("src/**/*.ts", {
    exclude: ["src/**/*.test.ts", "src/cli/**", "src/gateways/**", "src/app/demo/**"],
  }).toSorted();
/** Every sentence in these is shown. */
const SENTENCES =
  /^src\/(domain\/(outbox|alerts\/(kinds|texts|notify|test-recipients)|stats\/reasons|preview|consent\/require|license\/require|gateways\/(route-warnings|test-steps|stored\/try))|app\/readiness|api\/v1\/schedules\/schedule-views)/;
/** Files in which a field's predicate may be written as it is. */
const PREDICATES =
  /^src\/(contract\/|api\/request\/field-issues|domain\/(outbox\/site-time|gateways\/gateway-name)\.ts)/;
/** Without one of these a file has none of the other places: parsing all of `src` takes twice as long. */
const PLACES = /\b(HttpError|DomainError|CellIssue|tooManyRequests|warnings|doubts|code)\b/;
/** Predicates that follow the name of a field. */
const PREDICATE = /^(must|is|are|has|needs|cannot|contains|does|accepts) /;

const isText = ({ type }: Node): boolean => type === "Literal" || type === "TemplateLiteral";
const isSentence = (text: string): boolean =>
  /^(\p{Lu}|\{0\} )[^]* [^]*$/u.test(text) && !/^(select|SELECT) /.test(text);

export type ServiceTexts = {
  /** Texts of the service that the console may show, in the order of the alphabet. */
  readonly texts: readonly string[];
  /** Files whose details have messages that are not literals in the file. */
  readonly unread: readonly string[];
};

let known: ServiceTexts | undefined;

export const readServiceTexts = (): ServiceTexts => (known ??= read());
export const serviceTexts = (): readonly string[] => readServiceTexts().texts;

function read(): ServiceTexts {
  const found = new Set<string>();
  const unread = new Set<string>();
  for (const file of files()) {
    const source = readFileSync(file, "utf8");
    if (!SENTENCES.test(file) && !PREDICATES.test(file) && !PLACES.test(source)) continue;
    const program = parseAst(source, { lang: "ts" }, file);
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
      if (PREDICATES.test(file) && isText(node)) add(node, (text) => PREDICATE.test(text));
      if (node.type === "Property" && file === "src/contract/errors.ts" && nameOf(node["key"]) === "sentence") {
        add(node["value"], isSentence);
      }
      if (node.type === "ObjectExpression") {
        const properties = (node["properties"] as readonly Node[]).filter(({ type }) => type === "Property");
        const value = (name: string) => properties.find(({ key }) => nameOf(key) === name)?.["value"];
        // The caller of the check adds the field.
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

/** A pattern with few constant letters would match other texts. */
function isSpecific(text: string): boolean {
  const constant = text.replaceAll(/\{\d+\}/g, "").trim().length;
  return constant >= (constant === text.length ? 8 : 9);
}
