import type { RouteInfo, Routes } from "../routing/routes.ts";
import type { OpenAlert } from "./alert.ts";

export type SmsRouteDeps = {
  readonly routes: Pick<Routes, "byDefault" | "byName">;
  /** Names of the gateways in use, in their order, without those that are paused. */
  readonly sending: () => readonly string[];
};

/** Kinds whose subject is a gateway. */
const ABOUT_GATEWAY: readonly OpenAlert["kind"][] = [
  "gateway_stopped",
  "gateway_idle",
  "gateway_refuses",
  "credit_low",
];

/**
 * The route of a text about an alert: never the gateway that the alert concerns, which would keep it waiting.
 *
 * @param alert null: a test
 * @returns null: no gateway can send it
 */
export function smsRoute(
  { routes, sending }: SmsRouteDeps,
  alert: Pick<OpenAlert, "kind" | "subject"> | null,
): RouteInfo | null {
  const avoided = alert && ABOUT_GATEWAY.includes(alert.kind) ? alert.subject : null;
  const usable = sending().filter((name) => name !== avoided);
  const route = routes.byDefault();
  if (avoided === null && route && usable.includes(route.gateway)) return route;
  const name = usable.find((one) => one === route?.gateway) ?? usable[0];
  return name === undefined ? null : routes.byName(name);
}
