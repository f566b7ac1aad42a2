import { isNode, visit, type Node } from "./syntax.ts";

/** The texts that an expression may have, with `{0}`, `{1}` for what is inserted. `open`: it may have others. */
export type Possible = { readonly texts: readonly string[]; readonly open: boolean };

const NONE: Possible = { texts: [], open: false };
const ANYTHING: Possible = { texts: [], open: true };
/** Constants, functions and arguments that lead from the place where a text is used to where it is written. */
const MAX_STEPS = 8;

export const nameOf = (node: unknown): string =>
  isNode(node) ? String((node["name"] ?? node["value"]) as string | undefined) : "";

/** The texts of expressions of one file, found through its constants, its functions and the calls of them. */
export function possibleTexts(program: unknown): (expression: unknown) => Possible {
  const values = new Map<string, unknown[]>();
  const functions = new Map<string, Node>();
  const calls = new Map<string, (readonly unknown[])[]>();
  const add = <Value>(to: Map<string, Value[]>, name: string, value: Value) =>
    to.set(name, [...(to.get(name) ?? []), value]);

  visit(program, (node) => {
    if (node.type === "FunctionDeclaration") functions.set(nameOf(node["id"]), node);
    if (node.type === "CallExpression") add(calls, nameOf(node["callee"]), node["arguments"] as readonly unknown[]);
    if (node.type !== "VariableDeclarator" || !node["init"]) return;
    add(values, nameOf(node["id"]), node["init"]);
    if (isFunction(node["init"])) functions.set(nameOf(node["id"]), node["init"]);
  });
  for (const [name, { params }] of functions) {
    for (const [index, parameter] of (params as readonly Node[]).entries()) {
      const own = parameter.type === "AssignmentPattern" ? parameter["left"] : parameter;
      for (const given of calls.get(name) ?? []) if (given[index]) add(values, nameOf(own), given[index]);
    }
  }

  function all(expressions: readonly unknown[], steps: number): Possible {
    const found = expressions.map((expression) => of(expression, steps));
    return { texts: found.flatMap(({ texts }) => texts), open: found.some(({ open }) => open) };
  }

  function of(node: unknown, steps: number): Possible {
    if (!isNode(node) || steps > MAX_STEPS) return ANYTHING;
    switch (node.type) {
      case "Literal":
        return typeof node["value"] === "string" ? { texts: [node["value"]], open: false } : NONE;
      case "TemplateLiteral": {
        const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
        const parts = quasis.map(({ value }) => value.cooked);
        return { texts: [parts.reduce((key, part, index) => `${key}{${index - 1}}${part}`)], open: false };
      }
      case "ConditionalExpression":
        return all([node["consequent"], node["alternate"]], steps);
      case "ArrayExpression":
        return all(node["elements"] as readonly unknown[], steps);
      case "SpreadElement":
        return of(node["argument"], steps);
      case "ObjectExpression":
        return all(
          (node["properties"] as readonly Node[]).map(({ value }) => value),
          steps,
        );
      // A record of texts, by a key that is not known here.
      case "MemberExpression":
        return node["computed"] ? of(node["object"], steps) : ANYTHING;
      case "CallExpression":
        return returned(functions.get(nameOf(node["callee"])), steps + 1);
      case "Identifier": {
        const known = values.get(nameOf(node));
        return known ? all(known, steps + 1) : ANYTHING;
      }
      default:
        return ANYTHING;
    }
  }

  function returned(node: Node | undefined, steps: number): Possible {
    if (!node) return ANYTHING;
    if ((node["body"] as Node).type !== "BlockStatement") return of(node["body"], steps);
    const results: unknown[] = [];
    visit(node["body"], ({ type, argument }) => void (type === "ReturnStatement" && results.push(argument)));
    return all(results, steps);
  }

  return (expression) => of(expression, 0);
}

const isFunction = (node: unknown): node is Node =>
  isNode(node) && (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression");
