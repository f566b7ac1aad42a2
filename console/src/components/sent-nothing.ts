import { t } from "../lib/translate.ts";
import { toast } from "./overlays/toast.ts";

/**
 * Says why pressing the button sent nothing, on whichever screen the person is by now: the draft may no longer be
 * shown.
 */
export function showSentNothing(): void {
  void toast({
    message: t`This press sent nothing: the draft had been sent, discarded or changed meanwhile, perhaps in another tab.`,
  });
}
