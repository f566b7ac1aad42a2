import { useQuery } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { statusQuery } from "../../api/status.ts";
import { t } from "../../lib/translate.ts";

export type WebhookData = Operations["getWebhook"]["data"];
export type WebhookRow = Operations["listWebhooks"]["data"]["items"][number];
export type DeliveryRow = Operations["listWebhookDeliveries"]["data"]["items"][number];
export type EndpointStatus = Operations["getStatus"]["data"]["webhooks"][number];

/** What waits for each endpoint, and whether that is late. */
export function useEndpointStatus(): (id: string) => EndpointStatus | undefined {
  const status = useQuery(statusQuery);
  return (id) => status.data?.webhooks.find((one) => one.id === id);
}

/** `up`, `late`, `failing` or `disabled`, also while what waits is not known yet. */
export function stateOf(
  { enabled, failing_since: failing }: WebhookRow,
  status: EndpointStatus | undefined,
): EndpointStatus["state"] {
  if (!enabled) return "disabled";
  if (failing) return "failing";
  return status?.state === "late" ? "late" : "up";
}

/** Why nothing is sent there. */
export const disabledReasons = {
  gone: t`The receiver answered 410: it wants no more events.`,
  failing: t`Nothing but failures for five days.`,
  switched_off: t`Switched off by a person.`,
} as const;
