import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { useSession } from "../../api/session.ts";
import { useFilterState } from "../../components/filters/filters.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { sameInput } from "../../lib/send-once.ts";
import { t } from "../../lib/translate.ts";
import type { Origin } from "./begun-elsewhere.ts";
import { type Draft, type DraftChanges, emptyDraft } from "./draft.ts";

const types: Readonly<Record<Origin, "number" | "string">> = {
  group: "number",
  groups: "string",
  segment: "number",
  subscriber: "number",
  user: "number",
  message: "string",
  at: "string",
};
const origins = Object.keys(types) as Origin[];

const nowhere = Object.fromEntries(origins.map((origin) => [origin, undefined]));

/**
 * `?group=5`, `?groups=5,7`, `?message=msg_…`, `?at=2026-12-03T09:00`: another screen chose whom to write to, a message
 * to be written again, or when it leaves. What it replaces can be brought back.
 */
export function useWrittenTo(
  draft: Draft,
  change: (changes: DraftChanges | ((now: Draft) => DraftChanges)) => void,
): void {
  const [values, changeAddress] = useFilterState();
  const { time_zone: zone } = useSession().site;
  const origin = origins.find((name) => typeof values[name] === types[name]);
  const id = origin && (values[origin] as number | string);
  const wanted = useQuery({
    queryKey: ["compose", "begun", origin, id],
    queryFn: async () => (await import("./begun-elsewhere.ts")).begunElsewhere(origin!, id!, zone),
    enabled: origin !== undefined,
    retry: false,
    gcTime: 0,
  });
  const begin = useEffectEvent(() => {
    const { data } = wanted;
    if (data) {
      const { changes, notice, incomplete } = data;
      /** Only what is replaced: an undo leaves the rest alone. */
      const replaced = (from: Draft) =>
        Object.fromEntries(Object.keys(changes).map((name) => [name, from[name as keyof Draft]])) as DraftChanges;
      const before = replaced(draft);
      change(changes);
      if (incomplete || (!sameInput(before, replaced(emptyDraft)) && !sameInput(before, changes))) {
        // What was chosen or written since, and a different message by now, is left unchanged.
        const undo = () => change((now) => (sameInput(replaced(now), changes) ? before : {}));
        void toast({ message: notice, undo });
      }
    } else {
      const message =
        origin === "message"
          ? t`That message or its text is not available.`
          : t`The recipient was not found. Choose somebody here.`;
      void toast({ message });
    }
    changeAddress(nowhere, { replace: true });
  });
  const arrived = origin !== undefined && (wanted.isSuccess || wanted.isError);
  useEffect(() => {
    if (arrived) begin();
  }, [arrived]);
}
