import type { Uuid } from "#lib/ids";
import { day, minute, type Clock } from "#lib/time";

import { DomainError } from "../error.ts";
import { requireRoute } from "../messages/abilities.ts";
import { contentOf } from "../messages/content.ts";
import { sendToNumbers, type SendDeps } from "../messages/send.ts";
import { siteDay } from "../outbox/site-time.ts";
import type { NoticeOutcome, NoticeTo, OrderNotice, OrderNoticeStore } from "./order-notice-store.ts";
import type { Routes } from "../routing/routes.ts";
import type { ShopOrder } from "./shop.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { phoneOfContact } from "../recipients/contact.ts";
import type { Phone } from "../recipients/phone.ts";
import { fitNotice } from "./fit-notice.ts";
import { followersOf } from "./statuses.ts";
import { fillTemplate, unknownVariables } from "./variables.ts";

export type NotifyDeps = SendDeps & {
  readonly notices: OrderNoticeStore;
  readonly unitOfWork: UnitOfWork;
  readonly routes: Routes;
  /** The site's sender id. */
  readonly sender: string | null;
  /** Maximum order notices per number and day (site time): a shop may malfunction. */
  readonly perDay: Readonly<Record<NoticeTo, number>>;
  /** The site's current time zone. */
  readonly timeZone: () => string;
  /** Database time. */
  readonly clock: Clock;
};

/** `stale`: a newer version is known. `unchanged`: the order was already in this status. */
export type OrderResult = {
  readonly kind: "stale" | "unchanged" | "handled";
  readonly notices: readonly { readonly to: NoticeTo; readonly outcome: NoticeOutcome | "decided_before" }[];
};

/**
 * An order seen for the first time may be an old one that someone edited, and a change may be found long after its call
 * was lost. No one should be notified about last year's order.
 */
const STILL_NEW_MS = 7 * day;
/** A shop's clock may be slow: its first orders after the setup are no history. */
const CLOCK_TOLERANCE_MS = 10 * minute;

/**
 * Sends notices about an order to the customer and the staff, as configured: only ever one message per order, status
 * and reader. The order's state, the decision and the message itself are written in one transaction, so a call that is
 * repeated, late or interrupted changes nothing.
 *
 * @throws DomainError no_gateway: nothing was recorded, and the order is processed when it is reported again
 */
export async function notifyOfOrder(ports: NotifyDeps, order: ShopOrder): Promise<OrderResult> {
  return ports.unitOfWork.transaction(async () => {
    const { stale, previous } = await ports.notices.see(order, followersOf(order.status));
    if (stale) return { kind: "stale", notices: [] };
    if (previous?.status === order.status) return { kind: "unchanged", notices: [] };
    const notices: OrderResult["notices"][number][] = [];
    for (const notice of await ports.notices.enabledFor(order.status)) {
      if (!(await ports.notices.claim(order, notice.to))) {
        notices.push({ to: notice.to, outcome: "decided_before" });
        continue;
      }
      const { outcome, messageId } = isNews(order, previous, notice, ports.clock.now())
        ? await send(ports, notice, order)
        : { outcome: "too_old" as const, messageId: null };
      await ports.notices.decide(order, notice.to, outcome, messageId);
      notices.push({ to: notice.to, outcome });
    }
    return { kind: "handled", notices };
  });
}

/**
 * Whether the order entered its status recently and, where the time is known, since the notice exists: what was reached
 * before the setup is history, and another system may have sent a message about it.
 */
function isNews(
  order: ShopOrder,
  previous: Pick<ShopOrder, "modifiedAt"> | null,
  notice: Pick<OrderNotice, "createdAt">,
  now: number,
): boolean {
  if (previous === null) {
    const since = order.reachedAt === null ? -Infinity : notice.createdAt.getTime() - CLOCK_TOLERANCE_MS;
    const reachedAt = order.reachedAt ?? order.createdAt;
    return now - reachedAt <= STILL_NEW_MS && reachedAt >= since;
  }
  // It entered the status after it was last seen, and no later than its last change. An older time is of another entry:
  // a shop stores only the first payment.
  const isExact = order.reachedAt !== null && order.reachedAt >= previous.modifiedAt;
  return now - (isExact ? order.reachedAt : order.modifiedAt) <= STILL_NEW_MS;
}

async function send(
  ports: NotifyDeps,
  notice: OrderNotice,
  order: ShopOrder,
): Promise<{ outcome: NoticeOutcome; messageId: Uuid | null }> {
  const not = (outcome: NoticeOutcome) => ({ outcome, messageId: null });
  if (!order.isWhole) return not("too_long");
  const readers = readersOf(ports, notice, order);
  if (typeof readers === "string") return not(readers);
  // Refused when a notice is set. If another release stored one, it must not be sent to a buyer either.
  if (unknownVariables(notice.template).length > 0) return not("unknown_variable");
  const route = ports.routes.byDefault();
  const abilities = (route?.narrow?.("transactional", readers) ?? route)?.abilities;
  const text = fitNotice(fillTemplate(notice.template, order.values), abilities?.maxCharacters);
  if (text === "") return not("empty");
  const day = siteDay(ports.clock.now(), ports.timeZone());
  const phones = await ports.notices.withinDay(day, notice.to, readers, ports.perDay[notice.to]);
  if (phones.length === 0) return not("limited");
  const command = {
    content: contentOf({ text, sender: ports.sender }),
    category: "transactional",
    route: requireRoute(route, "no notice"),
    createdBy: "order-notices",
  } as const;
  try {
    const { id } = await sendToNumbers(ports, phones, command);
    await ports.notices.countDay(day, notice.to, phones);
    return { outcome: "sent", messageId: id };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "no_recipients") throw error;
    return not("suppressed");
  }
}

function readersOf(
  ports: Pick<NotifyDeps, "country">,
  notice: OrderNotice,
  order: ShopOrder,
): readonly Phone[] | NoticeOutcome {
  if (notice.to === "staff") return notice.numbers.length > 0 ? notice.numbers : "no_phone";
  if (order.optIn === false || (notice.requiresOptIn && order.optIn !== true)) return "no_opt_in";
  const phone = phoneOfContact(order, ports.country);
  return phone === null ? "no_phone" : [phone];
}
