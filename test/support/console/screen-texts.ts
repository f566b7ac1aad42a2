import { globSync, readFileSync } from "node:fs";

import { parseAst } from "rolldown/parseAst";

import { presets } from "#domain/quiet-hours/presets";
import { definitions } from "#gateways/index";
import { describeKinds } from "#gateways/kinds";

import { nameOf, possibleTexts } from "./possible-texts.ts";
import { serviceTexts } from "./service-texts.ts";
import { isNode, visit, type Node } from "./syntax.ts";

/**
 * Texts of the service that only some screens show, by the folder of their catalogs, which the console loads with those
 * screens.
 */
export const screenTexts: Readonly<Record<string, () => readonly string[]>> = {
  gateways: () => sorted([...kindTexts(), ...settingIssues()]),
  "quiet-hours": () => sorted(presets.map(({ source }) => source)),
};

function sorted(texts: readonly string[]): readonly string[] {
  const loaded = new Set(serviceTexts());
  return [...new Set(texts)].filter((text) => !loaded.has(text)).toSorted();
}

const kindTexts = (): readonly string[] =>
  describeKinds(definitions)
    .flatMap(({ label, about, settings }) => [label, about, ...settings.flatMap((one) => [one.label, one.help])])
    .filter((text) => typeof text === "string");

/** Predicates that follow the name of a setting. */
const PREDICATE = /^(must|is|are|has|have|may|needs|names|uses|and|contains) /;
const CHECKS = /^(regex|refine|int|min|max)$/;

/** Messages of the checks of settings; those of the other files are about a DSN, which no screen reads. */
function settingIssues(): readonly string[] {
  const adapters = globSync("src/gateways/adapters/**/*.ts", { exclude: ["src/**/*.test.ts"] });
  return [...adapters, "src/gateways/define.ts", "src/gateways/stored-settings.ts", "src/gateways/dsn.ts"].flatMap(
    (file) => {
      const program = parseAst(readFileSync(file, "utf8"), { lang: "ts" }, file);
      const textsOf = possibleTexts(program);
      const found: string[] = [];
      // Of the reader of DSNs only the check of a host, which a setting may be, too.
      visit(file.endsWith("/dsn.ts") ? functionOf(program, "checkHost") : program, (node) => {
        for (const place of messagesOf(node)) found.push(...textsOf(place).texts);
      });
      return found.filter((text) => PREDICATE.test(text));
    },
  );
}

function functionOf(program: unknown, name: string): Node | undefined {
  let found: Node | undefined;
  visit(program, (node) => {
    if (node.type === "FunctionDeclaration" && nameOf(node["id"]) === name) found = node;
  });
  return found;
}

/** `.regex(shape, "must be …")`, `{ error: "is …" }`, `{ message: "is …" }`, `new TemplateError("is …")`. */
function messagesOf(node: Node): readonly unknown[] {
  if (node.type === "Property") return /^(error|message)$/.test(nameOf(node["key"])) ? [node["value"]] : [];
  const { callee } = node;
  if (!isNode(callee)) return [];
  const checks = node.type === "CallExpression" && CHECKS.test(nameOf(callee["property"]));
  const throws = node.type === "NewExpression" && nameOf(callee) === "TemplateError";
  return checks || throws ? (node["arguments"] as readonly unknown[]).filter((one) => isNode(one) && isText(one)) : [];
}

const isText = ({ type }: Node): boolean => type === "Literal" || type === "TemplateLiteral";
