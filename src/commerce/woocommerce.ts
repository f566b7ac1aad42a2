import type { Commerce, Contact } from "#domain/access/host";
import { second } from "#lib/time";

import { openShopClient, TOO_LONG, type ShopDeps } from "./woocommerce/client.ts";
import type { ShopSettings } from "./woocommerce/dsn.ts";
import { fieldOf, textOf } from "./woocommerce/fields.ts";
import { isPlaced } from "./woocommerce/order.ts";
import { BEGINNING, readInOrder, type Place } from "./woocommerce/read-in-order.ts";

/** The only fields of a customer that are fetched: a user's meta data contains password hashes. */
const BILLING_FIELDS = "billing.phone,billing.country,billing.first_name,billing.last_name";
const CUSTOMER_FIELDS = `id,${BILLING_FIELDS}`;
/** A customer who has not bought anything yet has no billing name. */
const SEARCH_FIELDS = `id,username,first_name,last_name,${BILLING_FIELDS}`;
const ORDER_FIELDS = `id,status,customer_id,${BILLING_FIELDS}`;

/** A user is waiting for the results. */
const SEARCH_TIMES = { tryMs: 4 * second, callMs: 5 * second } as const;

/**
 * The customers of a WooCommerce shop: people with an account and, if the settings include them, those who ordered as
 * guests. Every page is read from the shop on request; nothing is stored.
 *
 * A cursor names the collection, the last id and its position: `c:1042:317`, `o:5120:96`.
 */
export function woocommerceCommerce(settings: ShopSettings, tools: ShopDeps): Commerce {
  const client = openShopClient(settings, tools);
  const searching = openShopClient(settings, { ...tools, times: { ...SEARCH_TIMES, ...tools.times } });

  return {
    name: "woocommerce",
    async customers(cursor) {
      const { part, place } = placeOf(cursor);
      if (part === "c") {
        const query = { role: settings.role, _fields: CUSTOMER_FIELDS };
        const { rows, next } = await readInOrder(client, "customers", query, place);
        const contacts = rows.map((row) => contactOf(row.id, row));
        if (next) return { contacts, next: cursorOf("c", next) };
        return { contacts, next: settings.guests ? cursorOf("o", BEGINNING) : null };
      }
      const { rows, next } = await readInOrder(client, "orders", { customer: "0", _fields: ORDER_FIELDS }, place);
      const contacts = rows
        // Not every shop can filter for guests.
        .filter((row) => fieldOf(row, "customer_id") === 0 && isPlaced(textOf(row, "status")))
        .map((row) => contactOf(0, row));
      return { contacts, next: next && cursorOf("o", next) };
    },
    async search(text, limit) {
      // WordPress also searches ids for the digits, and would return unrelated people.
      if (!/\p{L}/u.test(text)) return [];
      const page = await searching.list("customers", {
        role: settings.role,
        search: text,
        per_page: String(limit),
        _fields: SEARCH_FIELDS,
      });
      if (page === null) throw searching.issue(TOO_LONG);
      return page.rows.flatMap((row) => {
        const id = fieldOf(row, "id");
        if (!Number.isSafeInteger(id)) return [];
        return [{ name: accountNameOf(row), ...contactOf(id as number, row) }];
      });
    },
  };
}

function accountNameOf(row: unknown): string {
  return `${textOf(row, "first_name")} ${textOf(row, "last_name")}`.trim() || textOf(row, "username");
}

function contactOf(id: number, row: unknown): Contact {
  const billing = fieldOf(row, "billing");
  const phone = textOf(billing, "phone").trim();
  const name = `${textOf(billing, "first_name")} ${textOf(billing, "last_name")}`.trim();
  const country = textOf(billing, "country") || null;
  return { id, phone: phone === "" ? null : phone, country, ...(name !== "" && { name }) };
}

function cursorOf(part: "c" | "o", { id, offset }: Place): string {
  return `${part}:${id}:${offset}`;
}

function placeOf(cursor: string | null): { part: "c" | "o"; place: Place } {
  const match = cursor === null ? null : /^([co]):(\d+):(\d+)$/.exec(cursor);
  if (cursor !== null && !match) throw new Error("not a cursor of this shop");
  if (!match) return { part: "c", place: BEGINNING };
  return { part: match[1] as "c" | "o", place: { id: Number(match[2]), offset: Number(match[3]) } };
}
