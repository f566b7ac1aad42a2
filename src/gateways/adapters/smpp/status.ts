import type { Outcome } from "#domain/gateways/gateway";

/** Milliseconds that a link pauses after the SMSC said that it is too fast. */
export const THROTTLE_HOLD = 1_000;

type Verdict = "rejected" | "later" | "throttled" | "stop";

/**
 * What `command_status` (SMPP 3.4 §5.1.3) means for a message. It is always a response, so never `unknown`. A status in
 * neither list is a vendor's own: it is retried, because a few more attempts cost less than a campaign thrown away for
 * "no credit" under a private number.
 */
const verdicts: ReadonlyMap<number, readonly [Verdict, string]> = new Map([
  [0x01, ["rejected", "invalid message length"]],
  [0x02, ["rejected", "invalid command length"]],
  [0x03, ["rejected", "invalid command"]],
  [0x04, ["later", "incorrect bind status"]],
  [0x05, ["later", "already bound"]],
  [0x06, ["rejected", "invalid priority flag"]],
  [0x07, ["rejected", "invalid registered delivery flag"]],
  [0x08, ["later", "system error"]],
  [0x0a, ["rejected", "invalid source address"]],
  [0x0b, ["rejected", "invalid destination address"]],
  [0x0d, ["stop", "bind failed"]],
  [0x0e, ["stop", "invalid password"]],
  [0x0f, ["stop", "invalid system id"]],
  [0x14, ["throttled", "message queue full"]],
  [0x15, ["stop", "invalid service type"]],
  [0x33, ["rejected", "invalid number of destinations"]],
  [0x34, ["rejected", "invalid distribution list"]],
  [0x40, ["rejected", "invalid destination flag"]],
  [0x42, ["rejected", "invalid submit with replace request"]],
  [0x43, ["rejected", "invalid esm class"]],
  [0x45, ["later", "submit failed"]],
  [0x48, ["rejected", "invalid source type of number"]],
  [0x49, ["rejected", "invalid source numbering plan"]],
  [0x50, ["rejected", "invalid destination type of number"]],
  [0x51, ["rejected", "invalid destination numbering plan"]],
  [0x53, ["stop", "invalid system type"]],
  [0x54, ["rejected", "invalid replace flag"]],
  [0x58, ["throttled", "throttled"]],
  [0x61, ["rejected", "invalid scheduled delivery time"]],
  [0x62, ["rejected", "invalid validity period"]],
  [0x63, ["rejected", "invalid predefined message"]],
  [0x64, ["later", "temporary application error"]],
  [0x65, ["rejected", "permanent application error"]],
  [0x66, ["rejected", "rejected by the application"]],
  [0xc0, ["rejected", "invalid optional part"]],
  [0xc1, ["rejected", "optional parameter not allowed"]],
  [0xc2, ["rejected", "invalid parameter length"]],
  [0xc3, ["rejected", "expected optional parameter missing"]],
  [0xc4, ["rejected", "invalid optional parameter value"]],
  [0xfe, ["rejected", "delivery failure"]],
]);

/** The outcome of a message that the SMSC answered with a `command_status` other than 0. */
export function refusal(status: number): Exclude<Outcome, { kind: "accepted" } | { kind: "unknown" }> {
  const code = `0x${status.toString(16).padStart(8, "0")}`;
  const [verdict, reason] = verdicts.get(status) ?? (["later", "error of the provider"] as const);
  if (verdict === "throttled") return { kind: "later", code, reason, afterMs: THROTTLE_HOLD, throttled: true };
  return { kind: verdict, code, reason };
}

/** How a session is bound. */
export type BindKind = "transceiver" | "transmitter" | "receiver";

/** What a refused bind means for the messages that wait for it. */
export function bindRefusal(status: number, kind: BindKind): ReturnType<typeof refusal> {
  const refused = refusal(status);
  // Invalid command, and incorrect bind status: SMSCs of version 3.3 have no bind_transceiver, and others forbid it.
  if (status !== 0x03 && status !== 0x04) return refused;
  const remedy = kind === "transceiver" ? "set bind=separate" : "ask the carrier which binds it accepts";
  return { kind: "stop", code: refused.code, reason: `the SMSC does not accept bind_${kind}: ${remedy}` };
}

/** Whether the SMSC says that the link is too fast, so that the whole link has to pause. */
export function isThrottling(status: number): boolean {
  return verdicts.get(status)?.[0] === "throttled";
}
