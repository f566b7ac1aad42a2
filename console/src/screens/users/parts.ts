import { t } from "../../lib/translate.ts";

/** In the order of their tabs; the palette finds them, too. */
export const parts = [
  { name: "people", label: t`People` },
  { name: "roles", label: t`Roles` },
] as const;
