import { type ComponentType, useEffect, useState } from "react";

import { Avatar } from "./avatar.tsx";
import classes from "./account-menu.module.css";

/** The menu of the account. What opens menus is a tenth of the first load, so it is loaded after the screen. */
export function UserMenu() {
  const [Menu, setMenu] = useState<ComponentType | null>(null);
  useEffect(() => {
    import("./account-menu.tsx").then(
      ({ AccountMenu }) => setMenu(() => AccountMenu),
      () => {
        // Offline: the next load of the page tries again.
      },
    );
  }, []);
  if (Menu) return <Menu />;
  return (
    <span aria-hidden className={classes.button}>
      <Avatar />
    </span>
  );
}
