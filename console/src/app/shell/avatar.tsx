import { useSession } from "../../api/session.ts";
import classes from "./account-menu.module.css";

/** The initials of whoever is signed in. */
export function Avatar() {
  const { user } = useSession();
  return (
    // Not as text: a name that is read out and does not begin with it confuses whoever speaks to the browser.
    <span className={classes.avatar} data-initials={initials(user.name || user.username)} />
  );
}

function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "").join("");
}
