import { useCallback, useState } from "react";

import { useSession } from "../../api/session.ts";
import { toast } from "../../components/overlays/toast.ts";
import { useStore } from "../../lib/store.ts";
import { t } from "../../lib/translate.ts";
import { draftStore } from "./draft-store.ts";
import { type Draft, type DraftChanges, emptyDraft, isEmpty } from "./draft.ts";

/** The person's draft in this browser, how to change it, and how to throw it away. */
export function useDraft() {
  const store = draftStore(useSession().user.id);
  const draft = useStore(store);
  const [restored, setRestored] = useState(() => !isEmpty(draft));
  const change = useCallback(
    (changes: DraftChanges | ((before: Draft) => DraftChanges)) => {
      setRestored(false);
      store.set((before) => ({ ...before, ...(typeof changes === "function" ? changes(before) : changes) }));
    },
    [store],
  );
  return {
    draft,
    /** It is from an earlier visit and was not touched yet. */
    restored,
    change,
    discard: () => {
      const before = store.get();
      setRestored(false);
      store.set(() => emptyDraft);
      // What was begun since is another message.
      const undo = () => store.set((now) => (isEmpty(now) ? before : now));
      // Without the network its code may be missing: then there is nothing to press.
      toast({ message: t`The draft is discarded.`, undo }).catch(() => undefined);
    },
  };
}
