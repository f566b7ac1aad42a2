import { type ReactNode, useEffect, useRef } from "react";

import classes from "./list-part.module.css";

/** The heading of a list that shares its screen with others, and what can be done with the list. */
export function ListHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A form or a question about the list, between its heading and its rows. */
export function ListStep({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.step}>
      {children}
    </section>
  );
}

/**
 * Where the focus goes once the step is closed: to what opened it, or, if that is gone, to the button with the ref,
 * which is the one in the heading or the one of the empty list.
 */
export function useStepFocus(opened: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current && !opened) {
      const before = opener.current;
      (before instanceof HTMLElement && before.isConnected ? before : button.current)?.focus();
    }
    wasOpened.current = opened;
  }, [opened]);
  return {
    button,
    /** Must be called when the step is opened. */
    remember: () => {
      opener.current = document.activeElement;
    },
  };
}
