import type { Credit } from "../credit/read-credit.ts";
import { isHeld, type Pause } from "./gateway-states.ts";

export const testSteps = ["settings", "pause", "credit", "text"] as const;

/** One check of a gateway and its result. */
export type TestStep = {
  readonly step: (typeof testSteps)[number];
  readonly ok: boolean;
  readonly text: string;
};

/** For a gateway that reports no credit. */
export const NO_CREDIT = {
  step: "credit",
  ok: true,
  text: "The gateway does not report its credit. Only a real message shows whether it works.",
} as const;

export const pausedStep = (pause: Omit<Pause, "since">): TestStep => ({
  step: "pause",
  ok: false,
  text: isHeld(pause)
    ? `Nothing leaves until a user ends the pause (${pause.reason}).`
    : `Nothing leaves until ${new Date(pause.until).toISOString()}: ${pause.reason} (${pause.code}).`,
});

export const creditRead = ({ gateway, credit }: Credit): TestStep => ({
  step: "credit",
  ok: credit !== null,
  text: credit ? `The credit at ${gateway} is ${credit.amount} ${credit.unit}.` : "The provider reported no credit.",
});

export const TEXT_ACCEPTED: TestStep = {
  step: "text",
  ok: true,
  text: "It was accepted. The log shows whether it is delivered.",
};
