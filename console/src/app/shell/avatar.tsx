import { useSession } from "../../api/session.ts";
import classes from "./account-menu.module.css";

/** The initials of the signed-in user. */
export function Avatar() {
  const { user } = useSession();
  return (
    // Not as text: an accessible name that begins with something else confuses users of voice control.
    <span className={classes.avatar} data-initials={initials(user.name || user.username)} />
  );
}

function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "").join("");
}
