/**
 * What this plugin uses of Payload 3, as its own types have it. Structural, so that the plugin compiles without the 800
 * MB of a CMS beside it, and works with every release from 3.79 on.
 */
export type Document = Readonly<Record<string, unknown>> & { readonly id: number | string };

export type Where = Readonly<Record<string, unknown>>;

type Find = {
  readonly collection: string;
  readonly where: Where;
  readonly sort?: string;
  readonly limit: number;
  readonly depth: 0;
  readonly pagination: false;
  readonly overrideAccess: boolean;
  readonly user?: Document | null;
};

/** Payload's Local API. */
export type Payload = {
  readonly db?: { readonly defaultIDType?: "number" | "text" };
  readonly logger?: { error(message: string): void };
  find(options: Find): Promise<{ readonly docs: readonly Document[] }>;
};

/**
 * A Payload as `getPayload` returns it. Its `find` accepts the site's own collections only where the site has generated
 * types, so what it accepts is left open.
 */
export type SitePayload = {
  readonly config: unknown;
  find(options: never): Promise<{ readonly docs: readonly unknown[] }>;
};

/** A web Request, with whom Payload has authenticated. */
export type PayloadRequest = Request & {
  readonly payload: Payload;
  readonly user?: (Document & { readonly collection?: string }) | null;
};

export type Field = {
  readonly type?: string;
  readonly name?: string;
  readonly options?: readonly (string | { readonly label?: unknown; readonly value: string })[];
  /** Of a group, a row, a collapsible. */
  readonly fields?: readonly Field[];
  readonly tabs?: readonly { readonly name?: string; readonly fields: readonly Field[] }[];
};

export type Collection = {
  readonly slug: string;
  readonly fields: readonly Field[];
  readonly hooks?: Readonly<Record<string, unknown>>;
  readonly timestamps?: boolean;
};

export type Config = {
  readonly collections?: readonly Collection[];
  readonly endpoints?: readonly unknown[];
  readonly onInit?: (payload: never) => unknown;
  readonly routes?: { readonly api?: string; readonly admin?: string };
  readonly serverURL?: string;
  readonly admin?: { readonly user?: string };
  readonly custom?: Readonly<Record<string, unknown>>;
};

/** Why the service could not be opened, for the site's operator: each wrong setting has a sentence. */
export function logFailure({ logger }: Payload, error: unknown): void {
  const { issues, message } = error as { readonly issues?: readonly string[]; readonly message?: string };
  for (const sentence of issues ?? [message ?? String(error)]) logger?.error(`tidings: ${sentence}`);
}

/** The fields of a collection, those of rows, tabs and groups included, by their dotted paths. */
export function fieldsOf(fields: readonly Field[], prefix = ""): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  const addAll = (within: readonly Field[], at: string): void => {
    for (const [path, field] of fieldsOf(within, at)) found.set(path, field);
  };
  for (const field of fields) {
    const path = field.name === undefined ? prefix : `${prefix}${field.name}.`;
    if (field.name !== undefined) found.set(prefix + field.name, field);
    // The fields of an array are of its rows, not of the document.
    if (field.fields && field.type !== "array" && field.type !== "blocks") addAll(field.fields, path);
    for (const tab of field.tabs ?? []) addAll(tab.fields, tab.name === undefined ? prefix : `${prefix}${tab.name}.`);
  }
  return found;
}

/** The value at a dotted path; undefined: there is none. */
export function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Text that is not empty, or null: SQLite and PostgreSQL store an empty field as "" or null. */
export function textAt(document: Document, path: string | undefined): string | null {
  const value = path === undefined ? null : valueAt(document, path);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
