import { type ComponentType, useEffect, useState } from "react";

import { useCan } from "../../../api/session.ts";

/** The sandbox phone for those who may use it. Its code is loaded after the screen's. */
export function PhoneSlot() {
  const may = useCan()("svc_setting");
  const [Phone, setPhone] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!may) return;
    import("./sandbox-phone.tsx").then(
      ({ SandboxPhone }) => setPhone(() => SandboxPhone),
      () => {
        // Offline: the console is as usable without it, and the next load of the page tries again.
      },
    );
  }, [may]);
  return may && Phone ? <Phone /> : null;
}
