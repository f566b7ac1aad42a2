import type { ReactNode } from "react";

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
