import type { ReactNode } from "react";

import { Mark } from "../../app/shell/brand.tsx";
import { LanguageLinks } from "../../components/language-links.tsx";
import classes from "./entrance.module.css";

export type EntranceProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Below the sheet. */
  readonly foot?: ReactNode;
};

/** The sheet of the screens before the shell: sign-in and setup. */
export function Entrance({ title, lead, children, foot }: EntranceProps) {
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Mark size={28} />
        <span>Tidings</span>
      </div>
      <div className={classes.sheet}>
        <h1>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        <div className={classes.content}>{children}</div>
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
      <LanguageLinks />
    </main>
  );
}
