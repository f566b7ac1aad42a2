import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";

import { useCan } from "../../../api/session.ts";
import { afterReads } from "../../../lib/after-reads.ts";

/** The sandbox phone for those who may use it. Its code is loaded after the screen's. */
export function PhoneSlot() {
  const may = useCan()("svc_setting");
  const [Phone, setPhone] = useState<ComponentType | null>(null);
  const queries = useQueryClient();
  useEffect(() => {
    if (!may) return undefined;
    return afterReads(queries, () => {
      import("./sandbox-phone.tsx").then(
        ({ SandboxPhone }) => setPhone(() => SandboxPhone),
        () => {
          // Offline: the console can be used without it, and the next load of the page tries again.
        },
      );
    });
  }, [queries, may]);
  return may && Phone ? <Phone /> : null;
}
