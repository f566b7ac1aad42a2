import { t } from "../../lib/translate.ts";

/** In the order of their tabs; the palette finds them, too. */
export const parts = [
  { name: "hours", label: t`Quiet hours` },
  { name: "cap", label: t`Frequency cap` },
  { name: "consent", label: t`Consent and opt-out` },
  { name: "codes", label: t`Codes` },
  { name: "spending", label: t`Spending` },
  { name: "privacy", label: t`Privacy` },
] as const;
