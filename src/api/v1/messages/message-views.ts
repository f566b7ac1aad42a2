import type { z } from "zod";

import type { messageData, messageProgress } from "#contract/message";
import { decimal } from "#domain/credit/prices";
import type { Caller } from "#domain/access/capability";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import { waitsFor } from "#domain/gateways/reroute";
import { noMessage } from "#domain/messages/control";
import { progressOf } from "#domain/messages/progress";
import type { AddresseeNameReader } from "#domain/messages/addressees";
import type { MessageSummary, MessageView, MessageViews } from "#domain/messages/message-view";
import type { Routes } from "#domain/routing/routes";
import { uuidTime, withoutPrefix, withPrefix, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { namesFor, shownAddressees } from "../addressees.ts";
import { mayReadOf, readableText } from "../readable-text.ts";

export type MessageDeps = {
  readonly messageViews: MessageViews;
  readonly addresseeNames: AddresseeNameReader;
  readonly routes: Routes;
  readonly board: Pick<GatewayBoard, "health">;
};

/** The UUID behind `msg_…`. @throws DomainError not_found if it is not a message id */
export function readMessageId(id: string): Uuid {
  const uuid = withoutPrefix("msg", id);
  if (uuid === null) throw noMessage();
  return uuid;
}

/** @throws DomainError not_found */
export async function findMessage(messageViews: MessageViews, id: Uuid): Promise<MessageView> {
  const view = await messageViews.find(id);
  if (!view) throw noMessage();
  return view;
}

/** A message in a list, in API form. */
export function shownSummary(view: MessageSummary, caller: Caller) {
  const { createdBy, category, content } = view;
  return {
    message_id: withPrefix("msg", view.id),
    state: view.state,
    reason: view.reason,
    category,
    sender: content.sender,
    message: readableText(caller, { createdBy, category, text: content.text }),
    media: mayReadOf(caller, createdBy) ? [...content.media] : [],
    segments: content.segments,
    encoding: content.encoding,
    recipients: view.recipients,
    rate_per_minute: view.ratePerMinute,
    schedule_id: view.scheduleId === null ? null : withPrefix("sch", view.scheduleId),
    created_at: isoTime(uuidTime(view.id)),
    first_sent_at: isoTime(view.firstSentAt),
    finished_at: isoTime(view.finishedAt),
  };
}

/** A message with all its details, in API form. */
export async function shownMessage(
  { addresseeNames, routes, board }: Pick<MessageDeps, "addresseeNames" | "routes" | "board">,
  view: MessageView,
  caller: Caller,
): Promise<z.output<typeof messageData>> {
  const { addressees } = view;
  return {
    ...shownSummary(view, caller),
    addressed_to: addressees && shownAddressees(addressees, await namesFor(addresseeNames, caller, [addressees])),
    gateway_limit: shownLimit(view, routes),
    waiting_for: waitsFor(view, routes, board.health),
    held: view.held && {
      ...view.held,
      until: isoTime(view.held.until),
      last: isoTime(view.held.last),
      reasons: [...view.held.reasons],
    },
    refused_people: view.refusedPeople && { count: view.refusedPeople.count, sample: [...view.refusedPeople.sample] },
    deliveries: { ...view.deliveries },
    costs: view.costs.map(({ currency, cost }) => ({ currency, total: decimal(cost) })),
    progress: shownProgress(view),
  };
}

function shownLimit({ route }: MessageView, routes: Routes) {
  const byDefault = routes.byDefault();
  const { limit } = (byDefault?.route === route ? byDefault : routes.byName(route)) ?? {};
  return limit ? { rate: limit.rate, rate_per: limit.per } : null;
}

export function shownProgress(view: MessageView): z.output<typeof messageProgress> {
  const { eta, reasons, ...counts } = progressOf(view);
  return { state: view.state, ...counts, eta: isoTime(eta), reasons: [...reasons] };
}
