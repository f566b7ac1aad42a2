import { isRecord } from "./principal.ts";
import { SiteDown } from "./site-reply.ts";
import type { Site, SiteCredentials } from "./site.ts";
import type { SiteCheckResult } from "./check-site.ts";

/** How many times to check whether the test change has arrived, and the delay between two checks. */
const MAX_POLLS = 8;
const POLL_MS = 1_000;

/**
 * Sends one test change of an order along the whole path: into the companion's queue, through the site's worker for
 * that queue, to the service. No message is sent. Reports where the change gets stuck.
 *
 * @param wait resolves after that many milliseconds
 */
export async function checkOrderChanges(
  site: Site,
  service: SiteCredentials,
  wait: (ms: number) => Promise<void>,
): Promise<SiteCheckResult> {
  try {
    const begun = stateOf(await site.post("/tidings/v1/order-test", {}, service));
    if (!begun) return error("The companion plugin is too old to report changes of orders: update it.");
    if (begun.copy) {
      return error("The site is a copy of the one that was connected: it does not report changes of orders.");
    }
    if (!begun.woocommerce) return error("WooCommerce is not active on the site: no order is reported.");
    if (begun.id === 0)
      return error(`The site's queue of changes is full: ${begun.waiting} are waiting for the service.`);
    const id = String(begun.id);
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      await wait(POLL_MS);
      const now = stateOf(await site.get("/tidings/v1/order-test", { id }, service));
      if (now?.reported) return arrived(now, null);
    }
    const pushed = stateOf(await site.post("/tidings/v1/order-test", { id: begun.id, now: true }, service));
    if (pushed?.reported) return arrived(pushed, begun.queue);
    const waiting = pushed?.waiting ?? begun.waiting;
    return error(
      `The site does not send the change of an order: ${waiting} are waiting. See WooCommerce → Status → Scheduled Actions, tidings_tell_orders.`,
    );
  } catch (cause) {
    if (!(cause instanceof SiteDown)) throw cause;
    return error(cause.message);
  }
}

type State = {
  readonly id: number;
  readonly woocommerce: boolean;
  readonly copy: boolean;
  readonly queue: string;
  readonly waiting: number;
  readonly reported: boolean;
  readonly status: number;
  readonly message: string;
};

/** null: the companion has no such route. */
function stateOf({ status, json }: { readonly status: number; readonly json: unknown }): State | null {
  if (status !== 200 || !isRecord(json)) return null;
  const number = (name: string): number => (typeof json[name] === "number" ? json[name] : 0);
  const text = (name: string): string =>
    typeof json[name] === "string" ? json[name].replaceAll(/[\p{Cc}<>]/gu, " ").slice(0, 300) : "";
  return {
    id: number("id"),
    woocommerce: text("woocommerce") !== "",
    copy: json["copy"] === true,
    queue: text("queue"),
    waiting: number("waiting"),
    reported: json["told"] === true,
    status: number("status"),
    message: text("message"),
  };
}

/** @param pushed what should have emptied the queue on its own; null: it did */
function arrived({ status, message, waiting }: State, pushed: string | null): SiteCheckResult {
  if (status === 0) {
    return error(`A change of an order reaches the companion plugin, but not the service: ${message}`);
  }
  if (status !== 200) {
    return error(`A change of an order reaches the service, which answers ${status}: ${message}`);
  }
  if (pushed !== null) {
    const text = `A change of an order arrives only on request: ${pushed} did not run within ${MAX_POLLS} s. It runs when the site is visited, or by a cron job that calls wp-cron.php.`;
    return { level: "warning", text };
  }
  const behind = waiting > 0 ? ` ${waiting} older ones are waiting.` : "";
  return { level: "ok", text: `A change of an order arrives: from the shop's queue to this service.${behind}` };
}

function error(text: string): SiteCheckResult {
  return { level: "error", text };
}
