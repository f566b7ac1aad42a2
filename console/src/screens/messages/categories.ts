import { t } from "../../lib/translate.ts";

/** The kinds of a message, as choices of a filter. */
export const categories = [
  { value: "marketing", label: t`Marketing` },
  { value: "transactional", label: t`Transactional` },
  { value: "otp", label: t`One-time passwords` },
];
