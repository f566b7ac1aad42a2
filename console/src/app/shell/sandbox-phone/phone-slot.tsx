import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";

import { useCan } from "../../../api/session.ts";
import { afterReads } from "../../../lib/after-reads.ts";

export type PhoneSlotProps = {
  /** Called when it begins or ends to stand beside a screen that needs the width of the sidebar then. */
  readonly onCrowded: (crowded: boolean) => void;
};

/** The sandbox phone for those who may use it. Its code is loaded after the screen's. */
export function PhoneSlot({ onCrowded }: PhoneSlotProps) {
  const may = useCan()("svc_setting");
  const [Phone, setPhone] = useState<ComponentType<PhoneSlotProps> | null>(null);
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
  return may && Phone ? <Phone onCrowded={onCrowded} /> : null;
}
