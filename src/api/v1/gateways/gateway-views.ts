import type { z } from "zod";

import type { gatewayData } from "#contract/gateways";
import type { GatewayAbilities, GatewayTraits } from "#domain/gateways/gateway";
import { isHeld } from "#domain/gateways/gateway-states";
import type { SettingValues } from "#domain/gateways/stored/stored-gateway";
import type { GatewayBoard, GatewayHealth, GatewayRecord, GatewayView } from "#domain/gateways/gateway-board";
import { isoTime } from "#lib/iso-time";

type Shown = z.output<typeof gatewayData>;
export type GatewayState = Shown["health"]["state"];

/** The pause code of a circuit that opened. */
const OPEN = "doubtful_answers";
const NOTHING: GatewayRecord = { tally: { sent: 0, failed: 0, unknown: 0, retried: 0, unread: 0 }, lastSuccess: null };

export function stateOf({ pause, status }: GatewayHealth): GatewayState {
  if (pause) return pause.code === OPEN ? "open" : "paused";
  return status === "up" ? "up" : "degraded";
}

export function shownAbilities(abilities: GatewayAbilities): Shown["abilities"] {
  return {
    flash: abilities.flash,
    media: abilities.media,
    max_media: abilities.maxMedia ?? null,
    media_types: abilities.mediaTypes ? [...abilities.mediaTypes] : null,
    max_media_bytes: abilities.maxMediaBytes ?? null,
    max_characters: abilities.maxCharacters ?? null,
    credit: abilities.credit,
    receipts: abilities.receipts,
    deduplicates: abilities.deduplicates,
  };
}

export function shownTraits(traits: GatewayTraits): Shown["traits"] {
  return {
    recipients_per_call: traits.recipientsPerCall,
    ids: traits.ids,
    reference: traits.reference,
    numbers: traits.numbers,
    unicode: traits.unicode,
    validity: traits.validity ? [...traits.validity] : null,
    credit: traits.credit,
    senders: [...traits.senders],
    signature: traits.signature,
    unconfirmed: [...(traits.unconfirmed ?? [])],
  };
}

/** A gateway in API form. */
export function shownGateway(
  view: GatewayView,
  board: Pick<GatewayBoard, "health" | "shares">,
  record: GatewayRecord = NOTHING,
): Shown {
  const { abilities, traits, stored } = view;
  const health = board.health(view.name);
  return {
    name: view.name,
    kind: view.kind,
    label: view.label,
    dsn: view.dsn,
    managed_by: stored ? "api" : "environment",
    version: stored?.version ?? null,
    in_default_route: stored?.inDefaultRoute ?? null,
    settings: stored && copied(stored.settings),
    secrets: stored && [...stored.secrets],
    receipt_url: view.receiptAddress,
    abilities: shownAbilities(abilities),
    traits: shownTraits(traits),
    limits: {
      rate: view.rate,
      rate_per: view.ratePer,
      max_in_flight: view.maxInFlight,
      batch_size: view.batchSize,
      window: view.window,
      at_least_once: view.atLeastOnce,
    },
    health: {
      state: stored?.enabled === false ? "disabled" : stateOf(health),
      code: health.pause?.code ?? null,
      reason: health.pause?.reason ?? health.reason,
      since: isoTime(health.pause ? health.pause.since : health.since),
      // A pause by a person has no planned end.
      until: isoTime(health.pause && !isHeld(health.pause) ? health.pause.until : null),
      last_success_at: isoTime(record.lastSuccess),
      counters: { ...record.tally },
    },
    routes: [...board.shares(view.name)],
  };
}

/** Settings as a reply has them. */
export function copied(settings: SettingValues): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
}
