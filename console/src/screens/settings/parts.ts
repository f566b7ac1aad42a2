import { t } from "../../lib/translate.ts";

/** In the order of their tabs; the palette finds them, too. */
export const parts = [
  { name: "subscribing", label: t`Subscribing` },
  { name: "passwords", label: t`One-time passwords` },
  { name: "orders", label: t`Orders` },
  { name: "prices", label: t`Prices` },
  { name: "retention", label: t`Retention` },
  { name: "requests", label: t`Request log` },
  { name: "alerts", label: t`Alerts` },
  { name: "site", label: t`Language` },
] as const;
