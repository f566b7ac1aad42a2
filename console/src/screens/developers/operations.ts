/** A parameter of a call, as openapi.json describes it. */
export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  /** The values that it takes, if they are few. */
  readonly options: readonly string[] | null;
  /** `boolean`, `integer` and `list` are converted before the call. */
  readonly type: "boolean" | "integer" | "list" | "text";
  readonly example: string;
};

export type Operation = {
  /** The method of the client. */
  readonly id: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** `stream`: it never ends by itself. */
  readonly answers: "json" | "csv" | "stream";
};

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
};

type Described = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly style?: string;
    readonly schema?: Schema & { readonly example?: unknown };
    readonly example?: unknown;
  }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
};

export type Document = {
  readonly paths: Readonly<Record<string, { readonly get?: Described }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Every GET of this service, as it describes itself: what can be tried without changing anything. */
export function operationsOf({ paths, components }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, { get }]) => (get ? [operationOf(path, get, components.schemas)] : []));
}

function operationOf(path: string, get: Described, named: Readonly<Record<string, Schema>>): Operation {
  const content = Object.keys(get.responses["200"]?.content ?? {}).join(" ");
  return {
    id: get.operationId,
    path,
    tag: get.tags?.[0] ?? "",
    summary: get.summary ?? get.operationId,
    description: get.description ?? "",
    parameters: (get.parameters ?? []).flatMap((parameter): Parameter[] => {
      if (parameter.in !== "path" && parameter.in !== "query") return [];
      const given = parameter.schema ?? {};
      const schema = { ...named[given.$ref?.split("/").at(-1) ?? ""], ...given };
      const type = typeOf(schema, parameter.style);
      return [
        {
          name: parameter.name,
          in: parameter.in,
          required: parameter.required ?? false,
          description: parameter.description ?? "",
          options: type === "text" && schema.enum ? schema.enum.map(String) : null,
          type,
          example: exampleOf(parameter.example ?? schema.example),
        },
      ];
    }),
    answers: content.includes("event-stream") ? "stream" : content.includes("csv") ? "csv" : "json",
  };
}

function typeOf(schema: Schema, style: string | undefined): Parameter["type"] {
  if (schema.type === "boolean" || schema.type === "integer") return schema.type;
  return style === "form" || schema.type === "array" ? "list" : "text";
}

function exampleOf(example: unknown): string {
  if (Array.isArray(example)) return example.join(", ");
  return typeof example === "string" || typeof example === "number" || typeof example === "boolean" ? `${example}` : "";
}

export type Input = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What the client takes, from what was written into the fields: empty ones are left out. */
export function inputOf(
  { parameters }: Pick<Operation, "parameters">,
  values: Readonly<Record<string, string>>,
): Input {
  return Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const text = (values[name] ?? "").trim();
      return text === "" ? [] : [[name, valueOf(text, type)] as const];
    }),
  );
}

/** A value that is not a number stays text: the service says what is wrong with it. */
function valueOf(text: string, type: Parameter["type"]): string | number | boolean | readonly string[] {
  if (type === "list") return text.split(",").map((part) => part.trim());
  if (type === "boolean") return text === "true";
  return type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Path and query of the call, below the base path. */
export function targetOf({ path, parameters }: Pick<Operation, "path" | "parameters">, input: Input): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place } of parameters) {
    const value = input[name];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(",") : `${value}`;
    if (place === "path") target = target.replace(`{${name}}`, () => encodeURIComponent(text));
    else query.append(name, text);
  }
  return query.size === 0 ? target : `${target}?${query}`;
}
