import type { DeliveryState } from "#domain/deliveries/delivery-state";
import { statusOf } from "#domain/outbox/status";
import { asCell } from "#lib/csv/cells";

import { isOn, textOf } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";
import { fileTime, siteTime, type SiteDeps } from "./site.ts";
import { tableReply } from "./write-table.ts";

type Held = { readonly kind: string; readonly data: Readonly<Record<string, unknown>> };
type Page = { readonly items: readonly Held[]; readonly next_cursor: string | null };
type Shown = { readonly source: string; readonly [field: string]: unknown };

const HEADS = ["Source", "ID", "Name", "Mobile", "Details", "Date"];
/** Maximum messages shown by the search; the export has all. */
const MAX_TEXTS = 50;
const LONGEST = 100;

/** `/privacy`: the data held about a number, in the format of WP SMS. */
export function privacyRoutes(services: SiteDeps): CompatRoute[] {
  const access = "svc_setting";
  const mobile = { mobile: { required: true, type: "string" } } as const;
  return [
    {
      method: "POST",
      path: "/privacy/search",
      access,
      parameters: mobile,
      handle: (call) => search(services, call),
    },
    {
      method: "POST",
      path: "/privacy/export",
      access,
      parameters: mobile,
      handle: (call) => exportAll(services, call),
    },
    {
      method: "POST",
      path: "/privacy/delete",
      access,
      parameters: { ...mobile, confirm: { required: true, type: "boolean" } },
      handle: erase,
    },
  ];
}

async function search(services: SiteDeps, { fields, callApi }: CompatCall): Promise<CompatReply> {
  const records: Shown[] = [];
  let texts = 0;
  let cursor: string | null = "";
  while (cursor !== null && texts < MAX_TEXTS) {
    const result: ApiResult = await callApi("POST /privacy/export", {
      mobile: textOf(fields, "mobile"),
      cursor: cursor || undefined,
    });
    if (!result.ok) return refusalOf(result);
    const page = result.data as unknown as Page;
    for (const item of page.items) {
      texts += item.kind === "outbox" ? 1 : 0;
      if (texts <= MAX_TEXTS) records.push(...recordsOf(services, item));
    }
    cursor = page.next_cursor;
  }
  if (records.length === 0) return succeeded("Nothing is held about this number.", { found: false, records: [] });
  const of = (source: string): number => records.filter((one) => one.source === source).length;
  return succeeded("This is held about the number.", {
    found: true,
    records,
    summary: {
      total_records: records.length,
      wp_users: of("wp_users"),
      subscribers: of("sms_subscribes"),
      outbox_messages: of("sms_send"),
    },
  });
}

async function exportAll(services: SiteDeps, { fields, callApi }: CompatCall): Promise<CompatReply> {
  const mobile = textOf(fields, "mobile");
  const first = await callApi("POST /privacy/export", { mobile });
  if (!first.ok) return refusalOf(first);
  const { items } = first.data as unknown as Page;
  if (!items.some((item) => recordsOf(services, item).length > 0)) return nothing();
  const number = String(first.data["mobile"]).replace("+", "");
  const name = `wpsms-privacy-export-${number}-${fileTime(services).slice(0, 10)}.csv`;
  return tableReply({
    message: "The export is ready.",
    field: "csv_data",
    heads: HEADS,
    pages: pages(services, first, mobile, callApi),
    name,
  });
}

async function* pages(
  services: SiteDeps,
  first: ApiResult,
  mobile: string,
  callApi: CompatCall["callApi"],
): AsyncGenerator<readonly unknown[]> {
  for (let result = first; ;) {
    if (!result.ok) throw new Error(result.message);
    const { items, next_cursor: cursor } = result.data as unknown as Page;
    yield items.flatMap((item) => recordsOf(services, item)).map(rowOf);
    if (cursor === null) return;
    result = await callApi("POST /privacy/export", { mobile, cursor });
  }
}

async function erase({ fields, callApi }: CompatCall): Promise<CompatReply> {
  const mobile = textOf(fields, "mobile");
  const found = await callApi("POST /privacy/search", { mobile });
  if (!found.ok) return refusalOf(found);
  if (!isOn(fields.get("confirm"))) return refused("The deletion must be confirmed.");
  const held = found.data["held"] as Readonly<Record<string, number>>;
  const gone = { wp_users: held["user"]!, sms_subscribes: held["subscriber"]!, sms_send: held["outbox"]! };
  const others = ["customer", "order_notice", "alert", "schedule", "inbound"].some((kind) => held[kind]! > 0);
  const total = gone.wp_users + gone.sms_subscribes + gone.sms_send;
  if (total === 0 && !others) return nothing();
  const result = await callApi("POST /privacy/delete", { mobile, confirm: true });
  return result.ok ? succeeded(result.message, { deleted: gone, total }) : refusalOf(result);
}

function nothing(): CompatReply {
  return refused("Nothing is held about this number.", 404);
}

/** One record, as WP SMS shows it. A field without a name in WP SMS is shown under our name. */
function recordsOf(services: SiteDeps, { kind, data }: Held): readonly Shown[] {
  const created = (at: unknown): string => siteTime(services, at);
  switch (kind) {
    case "user":
      return [
        {
          source: "wp_users",
          id: data["id"],
          display_name: data["name"],
          email: data["email"],
          mobile: data["phone"],
          created_at: created(data["created_at"]),
        },
      ];
    case "subscriber":
      return (data["groups"] as { name: string; state: string }[]).map(({ name, state }) => ({
        source: "sms_subscribes",
        id: data["id"],
        display_name: data["name"],
        mobile: data["mobile"],
        group: name,
        status: state === "active" ? "Active" : "Inactive",
        created_at: created(data["created_at"]),
      }));
    case "outbox": {
      const status = statusOf(data["state"] as DeliveryState);
      const text = String(data["message"]);
      return [
        {
          source: "sms_send",
          id: data["id"],
          display_name: "SMS Message",
          mobile: data["recipient"],
          sender: data["sender"] ?? "",
          message: text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}...` : text,
          status: status === "failed" ? "error" : status,
          created_at: created(data["created_at"]),
        },
      ];
    }
    case "customer":
    case "inbound":
      return [
        {
          source: kind,
          id: data["id"],
          display_name: data["name"] ?? "",
          mobile: data["phone"] ?? data["sender"],
          created_at: created(data["created_at"] ?? data["received_at"]),
        },
      ];
    default:
      // Consents and suppressions are not records of WP SMS; /svc/v1/privacy shows them.
      return [];
  }
}

function rowOf(record: Shown): readonly unknown[] {
  const details: Readonly<Record<string, string>> = {
    wp_users: `Email: ${record["email"]}`,
    sms_subscribes: `Group: ${record["group"]}, Status: ${record["status"]}`,
    sms_send: `Message: ${record["message"]}`,
  };
  return [
    record.source,
    record["id"],
    asCell(String(record["display_name"])),
    record["mobile"],
    asCell(details[record.source] ?? ""),
    record["created_at"],
  ];
}
