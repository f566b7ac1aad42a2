import { Link } from "@tanstack/react-router";

import { useCan } from "../api/session.ts";
import { t } from "../lib/translate.ts";

/**
 * Leads to the screen on which the data about a person is exported or erased, for users who may do so. The number is in
 * the state of the history entry and not in the address, where the browser would keep it.
 */
export function StoredDataLink({ number }: { readonly number: string }) {
  if (!useCan()("svc_setting")) return null;
  return (
    <Link
      to="/safety"
      search={{ part: "privacy" }}
      state={{ mobile: number } as never}
    >{t`Export or erase their data`}</Link>
  );
}
