import { useState } from "react";

import { useSession } from "../../../api/session.ts";
import { ownKey } from "../../../lib/own-storage.ts";
import { isPhone } from "../../../lib/use-is-phone.ts";

type PhoneState = {
  readonly open: boolean;
  /** When the newest text arrived that was shown, in milliseconds since 1970. */
  readonly seen: number;
};

/** Whether the phone is open, and up to where its texts were seen: kept in this browser, for this person. */
export function usePhoneState() {
  const key = ownKey(useSession().user.id, "sandbox-phone");
  const [state, setState] = useState(() => read(key));
  const change = (changes: Partial<PhoneState>): void => {
    const next = { ...state, ...changes };
    setState(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage it is closed again after the next load.
    }
  };
  return {
    ...state,
    setOpen: (open: boolean): void => change({ open }),
    see: (seen: number): void => change({ seen }),
  };
}

function read(key: string): PhoneState {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<PhoneState>;
    // On a phone it covers the screen that is wanted now.
    return { open: kept.open === true && !isPhone(), seen: typeof kept.seen === "number" ? kept.seen : 0 };
  } catch {
    return { open: false, seen: 0 };
  }
}
