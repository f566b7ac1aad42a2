import type { ShopError } from "./sign-in.ts";

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export type Collection = {
  readonly name: "customers" | "orders" | "webhooks";
  readonly rows: readonly Row[];
  /** Ids of orders that the shop cannot load: counted, with a place, and missing from the pages. */
  readonly unloadable: ReadonlySet<number>;
  readonly roles: ReadonlySet<string>;
  /** Minutes that the shop's time is ahead of GMT. */
  readonly zoneMinutes: number;
};

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const ORDER_BY = {
  customers: ["id", "include", "name", "registered_date"],
  orders: ["date", "id", "include", "title", "slug", "modified"],
  webhooks: ["date", "id", "title"],
};

/**
 * The faults of the parameters. WordPress checks them before the caller's rights, names each in the response, and
 * ignores those that it does not know.
 *
 * Limits: woocommerce/woocommerce, includes/rest-api/Controllers/Version3/class-wc-rest-crud-controller.php and
 * Version1/class-wc-rest-customers-v1-controller.php, get_collection_params.
 */
export function errorOf({ name, roles }: Collection, query: URLSearchParams): ShopError | null {
  const wrong = (field: string, isRight: (value: string) => boolean): boolean => {
    const value = query.get(field);
    return value !== null && !isRight(value);
  };
  const whole = (value: string): boolean => /^\d+$/.test(value);
  const params = [
    wrong("page", (value) => whole(value) && Number(value) >= 1) && "page",
    wrong("per_page", (value) => whole(value) && Number(value) >= 1 && Number(value) <= 100) && "per_page",
    wrong("offset", whole) && "offset",
    wrong("order", (value) => value === "asc" || value === "desc") && "order",
    wrong("orderby", (value) => ORDER_BY[name].includes(value)) && "orderby",
    name === "customers" && wrong("role", (value) => value === "all" || roles.has(value)) && "role",
    name === "orders" && wrong("customer", whole) && "customer",
    name === "orders" && wrong("modified_after", (value) => DATE_TIME.test(value)) && "modified_after",
  ].filter((param) => param !== false);
  return params.length === 0 ? null : { status: 400, code: "rest_invalid_param", params };
}

/** One page, and how many rows and pages there are. */
export function pageOf(
  collection: Collection,
  query: URLSearchParams,
): { readonly rows: readonly object[]; readonly total: number; readonly pages: number; readonly page: number } {
  const perPage = Number(query.get("per_page") ?? "10");
  const page = Number(query.get("page") ?? "1");
  const offset = Number(query.get("offset") ?? (page - 1) * perPage);
  const all = sorted(collection, query, filtered(collection, query));
  const rows = all
    .slice(offset, offset + perPage)
    .filter(({ id }) => !collection.unloadable.has(id))
    .map((row) => reduced(row, query.get("_fields")));
  // A query for orders that finds no row does not count (OrdersTableQuery.php run_query, WP_Query set_found_posts);
  // WP_User_Query does.
  const isBehindEnd = collection.name === "orders" && offset >= all.length && page === 1;
  const total = isBehindEnd ? 0 : all.length;
  return { rows, total, pages: Math.ceil(total / perPage), page };
}

function filtered({ name, rows, zoneMinutes }: Collection, query: URLSearchParams): readonly Row[] {
  if (name === "webhooks") return rows;
  if (name === "customers") {
    const role = query.get("role") ?? "customer";
    const search = query.get("search")?.toLowerCase() ?? "";
    return rows.filter((row) => (role === "all" || row["role"] === role) && searchedIn(row, search));
  }
  const customer = query.get("customer");
  const after = query.get("modified_after");
  const isGmt = ["true", "1"].includes(query.get("dates_are_gmt") ?? "");
  const bound = after === null ? null : asStored(after, zoneMinutes);
  return rows
    .filter((row) => row["status"] !== "trash" && row["status"] !== "auto-draft")
    .filter((row) => customer === null || row["customer_id"] === Number(customer))
    .filter((row) => {
      if (bound === null) return true;
      const modified = Date.parse(`${String(row["date_modified_gmt"])}Z`);
      return (isGmt ? modified : modified + zoneMinutes * 60_000) > bound;
    });
}

/**
 * WP_User_Query looks at e-mail addresses alone where there is an @, else at login and display name (get_search_sql).
 */
function searchedIn(row: Row, search: string): boolean {
  const { email, username, first_name: first, last_name: last } = row;
  const texts = search.includes("@") ? [email] : [username, email, `${String(first)} ${String(last)}`];
  return texts.some((text) => String(text).toLowerCase().includes(search));
}

/**
 * The value that a time of the query is compared with. A zone in it is converted to the shop's own time (WP_Date_Query
 * build_mysql_datetime) and then compared with the column, even with that of GMT: a Z makes it wrong.
 */
function asStored(text: string, zoneMinutes: number): number {
  const zone = DATE_TIME.exec(text)?.[1];
  if (zone === undefined) return Date.parse(`${text.replace(" ", "T")}Z`);
  return Date.parse(text) + zoneMinutes * 60_000;
}

function sorted({ name }: Collection, query: URLSearchParams, rows: readonly Row[]): readonly Row[] {
  const orderBy = query.get("orderby") ?? (name === "orders" ? "date" : "name");
  const key = { modified: "date_modified_gmt", date: "date_created_gmt", name: "username" }[orderBy] ?? "id";
  const sign = (query.get("order") ?? (name === "orders" ? "desc" : "asc")) === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [a[key] as string, b[key] as string];
    // By id if the times are equal, in the same direction: "modified ID".
    return (x < y ? -1 : x > y ? 1 : a.id - b.id) * sign;
  });
}

/** `_fields=id,billing.phone`: nested names work in objects, and empty a list (rest_filter_response_fields). */
function reduced(row: object, fields: string | null): object {
  if (fields === null) return row;
  const result: Record<string, unknown> = {};
  for (const name of fields.split(",")) {
    const [head, tail] = name.split(".") as [string, string | undefined];
    const value = (row as Record<string, unknown>)[head];
    if (value === undefined) continue;
    if (tail === undefined) result[head] = value;
    else if (Array.isArray(value)) result[head] = [];
    else {
      const part = (result[head] ??= {}) as Record<string, unknown>;
      part[tail] = (value as Record<string, unknown>)[tail];
    }
  }
  return result;
}
