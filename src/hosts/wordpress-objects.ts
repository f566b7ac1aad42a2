import { deadlineSignal } from "#lib/deadline";
import { cutText, plainText } from "#lib/plain-text";
import { readPhpJson } from "#lib/php-json";
import { readText } from "#lib/read-text";

import { LONGEST_ANSWER } from "./wordpress/site.ts";

type Json = Readonly<Record<string, unknown>>;

/** Where a WordPress site keeps the objects that a message may refer to, and which variables a message may use. */
export type ObjectKind = {
  /** Path below /wp-json, without the id at its end. */
  readonly path: string;
  readonly query?: string;
  readonly values: (json: Json, site: string) => readonly (readonly [string, string])[];
};

const LONGEST = 1_000;

/** As the handlers of WP SMS do. */
export const wordpressObjects: Readonly<Record<string, ObjectKind>> = {
  WordPressPostNotification: {
    path: "wp/v2/posts",
    query: "?_embed=author",
    values: (post) => [
      ["post_id", text(post["id"])],
      ["post_title", plain(at(post, "title", "rendered"))],
      ["post_content", plain(at(post, "content", "rendered"))],
      ["post_url", text(post["link"])],
      ["post_date", text(post["date"])],
      ["post_status", text(post["status"])],
      ["post_post_type", text(post["type"])],
      ["post_author", plain(at(list(at(post, "_embedded", "author"))[0], "name"))],
    ],
  },
  WordPressUserNotification: {
    path: "wp/v2/users",
    // Only callers who may edit the user see more than the public name.
    query: "?context=edit",
    values: (user) => [
      ["user_id", text(user["id"])],
      ["user_login", text(user["username"])],
      ["user_email", text(user["email"])],
      ["date_register", text(user["registered_date"])],
      ["user_url", text(user["url"])],
      ["display_name", plain(user["name"])],
      ["first_name", plain(user["first_name"])],
      ["last_name", plain(user["last_name"])],
      ["user_role", list(user["roles"]).map(text).join(", ")],
    ],
  },
  WordPressCommentNotification: {
    path: "wp/v2/comments",
    query: "?context=edit",
    values: (comment) => [
      ["comment_id", text(comment["id"])],
      ["comment_author", plain(comment["author_name"])],
      ["comment_author_email", text(comment["author_email"])],
      ["comment_author_url", text(comment["author_url"])],
      ["comment_author_IP", text(comment["author_ip"])],
      ["comment_date", text(comment["date"])],
      ["comment_content", plain(at(comment, "content", "rendered"))],
      ["comment_url", text(comment["link"])],
      ["comment_post_id", text(comment["post"])],
    ],
  },
  WooCommerceProductNotification: {
    path: "wc/v3/products",
    values: (product) => [
      ["product_id", text(product["id"])],
      ["product_title", plain(product["name"])],
      ["product_name", text(product["slug"])],
      ["product_url", text(product["permalink"])],
      ["product_date", text(product["date_created"])],
      ["product_price", text(product["price"])],
      ["product_sale_price", text(product["sale_price"])],
      ["product_description", plain(product["description"])],
      ["product_height", text(at(product, "dimensions", "height"))],
      ["product_width", text(at(product, "dimensions", "width"))],
      ["product_weight", text(product["weight"])],
      ["product_stock_quantity", text(product["stock_quantity"])],
      ["product_availability", text(product["stock_status"])],
    ],
  },
  WooCommerceCouponNotification: {
    path: "wc/v3/coupons",
    values: (coupon, site) => [
      ["coupon_code", text(coupon["code"])],
      ["coupon_amount", text(coupon["amount"])],
      ["coupon_name", text(coupon["code"])],
      ["cart_url", `${site}/cart/`],
      ["checkout_url", `${site}/checkout/`],
    ],
  },
  WooCommerceCustomerNotification: {
    path: "wc/v3/customers",
    values: (customer) => [
      ["customer_id", text(customer["id"])],
      ["customer_email", text(customer["email"])],
      ["customer_username", text(customer["username"])],
      ["customer_first_name", plain(customer["first_name"])],
      ["customer_last_name", plain(customer["last_name"])],
      [
        "customer_address",
        ["address_1", "address_2", "postcode", "city", "country"]
          .map((name) => plain(at(customer, "billing", name)))
          .filter((part) => part !== "")
          .join(", "),
      ],
    ],
  },
};

/** Orders are read by the shop's own adapter. */
export const ORDER_PATH = "wc/v3/orders";

/**
 * Reads one object from a site on behalf of a caller, whose credentials decide whether they may read it.
 *
 * @returns the object, or why there is none; `away`: the site cannot be reached
 */
export async function readAsCaller(
  site: string,
  pathAndQuery: string,
  authorization: string,
  tools: { readonly fetch: typeof fetch; readonly timeoutMs: number },
): Promise<Json | "forbidden" | "missing" | "away"> {
  try {
    const first = await request(`${site}/wp-json/${pathAndQuery}`);
    // Where the site has plain permalinks, the response is not from the API, whose own 404 is JSON.
    const { status, json } = first.status === 404 && !isObject(first.json) ? await request(plainAddress()) : first;
    if (status === 401 || status === 403) return "forbidden";
    if ((status === 404 || status === 400) && isObject(json)) return "missing";
    return status === 200 && isObject(json) ? json : "away";
  } catch {
    return "away";
  }

  function plainAddress(): string {
    const [path, query] = pathAndQuery.split("?") as [string, string | undefined];
    return `${site}/index.php?rest_route=/${path}${query === undefined ? "" : `&${query}`}`;
  }

  async function request(url: string): Promise<{ status: number; json: unknown }> {
    const response = await tools.fetch(url, {
      headers: { Authorization: authorization, Accept: "application/json" },
      redirect: "manual",
      signal: deadlineSignal(tools.timeoutMs),
    });
    return { status: response.status, json: readPhpJson((await readText(response, LONGEST_ANSWER)) ?? "") };
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = typeof found === "object" && found !== null ? (found as Json)[name] : undefined;
  return found;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? cutText(String(value), LONGEST) : "";
}

/** Without tags and entities: a text message would show both as they are written. */
function plain(value: unknown): string {
  return text(typeof value === "string" ? plainText(value) : value);
}
