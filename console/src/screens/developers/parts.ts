import { t } from "../../lib/translate.ts";

/** In the order of their tabs; the palette finds them, too. */
export const parts = [
  { name: "start", label: t`First steps` },
  { name: "try", label: t`Try a call` },
  { name: "log", label: t`Request log` },
] as const;
