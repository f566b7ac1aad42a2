type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly [limit: string]: unknown;
};
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Media = {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
};
type Operation = {
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
};
export type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Direction of a value: an accepted one may only become wider, a returned one may only gain properties. */
type Direction = "taken" | "given";

/** The descriptions before and after the change, where references are looked up. */
type Both = { readonly old: Description; readonly next: Description };

const UPPER = ["maximum", "maxLength", "maxItems"] as const;
const LOWER = ["minimum", "minLength", "minItems"] as const;

/** Everything in `next` that could break a client written for `old`, one sentence each. Additions are not reported. */
export function breaks(old: Description, next: Description): readonly string[] {
  const found: string[] = [];
  for (const [path, operations] of Object.entries(old.paths)) {
    for (const [method, before] of Object.entries(operations)) {
      const at = `${method.toUpperCase()} ${path}`;
      const after = next.paths[path]?.[method];
      if (!after) found.push(`${at} is gone`);
      else found.push(...compareOperation(at, before, after, { old, next }));
    }
  }
  return found;
}

function compareOperation(at: string, before: Operation, after: Operation, both: Both): readonly string[] {
  const status = successOf(before);
  const found = status === successOf(after) ? [] : [`${at} answers ${successOf(after)}, not ${status}`];
  const compare = (where: string, direction: Direction, a: Schema | undefined, b: Schema | undefined): void => {
    if (a) found.push(...compareSchema(`${at}: ${where}`, direction, a, b ?? {}, both));
  };
  compare("the body", "taken", jsonOf(before.requestBody), jsonOf(after.requestBody));
  if (!jsonOf(before.requestBody) && after.requestBody?.required) {
    const needed = jsonOf(after.requestBody);
    const { required = [] } = needed ? resolve(needed, both.next) : {};
    found.push(...required.map((name) => `${at}: ${name} is required now`));
  }
  compare("the reply", "given", jsonOf(before.responses[status]), jsonOf(after.responses[status]));
  const now = new Map((after.parameters ?? []).map((one) => [`${one.in} ${one.name}`, one]));
  for (const parameter of (before.parameters ?? []).filter((one) => !one.$ref)) {
    const same = now.get(`${parameter.in} ${parameter.name}`);
    if (!same) found.push(`${at}: ${parameter.name} is gone from the ${parameter.in}`);
    else compare(parameter.name, "taken", parameter.schema, same.schema);
  }
  const known = new Map((before.parameters ?? []).map((one) => [`${one.in} ${one.name}`, one]));
  for (const [key, parameter] of now) {
    if (parameter.required && !known.get(key)?.required) found.push(`${at}: ${parameter.name} is required now`);
  }
  return found;
}

const successOf = (operation: Operation): string => Object.keys(operation.responses).find((code) => code < "300") ?? "";
const jsonOf = (media: Media | undefined): Schema | undefined => media?.content?.["application/json"]?.schema;

function resolve(schema: Schema, description: Description): Schema {
  if (schema.$ref) return resolve(description.components.schemas[schema.$ref.split("/").at(-1)!] ?? {}, description);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((part) => resolve(part, description));
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

function compareSchema(at: string, direction: Direction, a: Schema, b: Schema, both: Both): readonly string[] {
  const before = branches(a, both.old);
  const after = branches(b, both.next);
  const [inside, outside] = direction === "taken" ? [before, after] : [after, before];
  // Every form that was accepted must still be accepted; every form that is returned must have been returned before.
  return inside.flatMap((one) => {
    const alike = outside.filter((other) => kindOf(other) === kindOf(one));
    const reports = (alike.length > 0 ? alike : outside).map((other) =>
      direction === "taken" ? compareOne(at, direction, one, other, both) : compareOne(at, direction, other, one, both),
    );
    return reports.toSorted((x, y) => x.length - y.length)[0] ?? [`${at} changed its type`];
  });
}

function branches(schema: Schema, description: Description): readonly Schema[] {
  const own = resolve(schema, description);
  if (own.anyOf) return own.anyOf.flatMap((one) => branches(one, description));
  return Array.isArray(own.type) ? (own.type as string[]).map((type) => ({ ...own, type })) : [own];
}

function compareOne(at: string, direction: Direction, a: Schema, b: Schema, both: Both): readonly string[] {
  const anything = b.type === undefined && b.const === undefined && b.properties === undefined;
  if (anything) return direction === "taken" || a.type === undefined ? [] : [`${at} has no type any more`];
  if (kindOf(a) !== kindOf(b) && !(direction === "taken" && kindOf(a) === "integer" && kindOf(b) === "number")) {
    return [`${at} was ${kindOf(a)} and is ${kindOf(b)}`];
  }
  const found: string[] = [];
  if (direction === "taken") found.push(...narrower(at, a, b));
  else if ((a.format ?? "") !== (b.format ?? "")) found.push(`${at} has another format`);
  for (const [name, child] of Object.entries(a.properties ?? {})) {
    const same = b.properties?.[name];
    if (!same) found.push(`${at}: ${name} is gone`);
    else found.push(...compareSchema(`${at}: ${name}`, direction, child, same, both));
  }
  const [must, had] =
    direction === "taken" ? [b.required ?? [], a.required ?? []] : [a.required ?? [], b.required ?? []];
  const missing = must.filter((name) => !had.includes(name));
  found.push(
    ...missing.map((name) => `${at}: ${name} ${direction === "taken" ? "is required now" : "is not always there"}`),
  );
  if (a.items) found.push(...compareSchema(`${at}[]`, direction, a.items, b.items ?? {}, both));
  return found;
}

function kindOf(schema: Schema): string {
  return String(schema.type ?? (schema.properties ? "object" : typeof (schema.const ?? schema.enum?.[0])));
}

function narrower(at: string, a: Schema, b: Schema): readonly string[] {
  const words = b.const === undefined ? b.enum : [b.const];
  const used = a.const === undefined ? a.enum : [a.const];
  const lost = words ? (used ?? ["other words"]).filter((word) => !words.includes(word)) : [];
  const limit = (key: string, tighter: (was: number, is: number) => boolean): boolean =>
    typeof b[key] === "number" && (typeof a[key] !== "number" || tighter(a[key], b[key]));
  return [
    ...lost.map((word) => `${at} does not take ${String(word)} any more`),
    ...UPPER.filter((key) => limit(key, (was, is) => is < was)).map((key) => `${at} has a lower ${key}`),
    ...LOWER.filter((key) => limit(key, (was, is) => is > was)).map((key) => `${at} has a higher ${key}`),
    ...(b.pattern !== undefined && b.pattern !== a.pattern ? [`${at} has another pattern`] : []),
  ];
}
