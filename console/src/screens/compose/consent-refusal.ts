import type { Preview } from "./use-preview.ts";

export type Refusal = Preview["refusals"][number];

/** The refusal of marketing to people without a consent on record; null: the message is not refused for it. */
export const consentRefusal = (preview: Preview | undefined): Refusal | null =>
  preview?.refusals.find(({ code }) => code === "consent_required") ?? null;
