import { Link } from "@tanstack/react-router";

import { useSession } from "../../api/session.ts";
import { t } from "../../lib/translate.ts";
import classes from "./brand.module.css";

/** The mark and the site's name: leads to the start. */
export function Brand({ small }: { readonly small: boolean }) {
  const { site } = useSession();
  return (
    <Link
      to="/"
      className={classes.brand}
      aria-label={t`${site.name || "Tidings"}, start`}
      data-small={small || undefined}
    >
      <Mark />
      {!small && (
        <span className={classes.name}>
          <bdi>{site.name || "Tidings"}</bdi>
        </span>
      )}
    </Link>
  );
}

/** The mark of Tidings: a text with one line. */
export function Mark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M8 10.5A2.5 2.5 0 0 1 10.5 8h11a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5H16l-5 4v-4h-.5A2.5 2.5 0 0 1 8 17.5z"
        fill="var(--on-accent)"
      />
      <path d="M12 14h8" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
