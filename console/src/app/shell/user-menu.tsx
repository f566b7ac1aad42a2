import { UnstyledButton } from "@mantine/core";

import { useSession } from "../../api/session.ts";
import { UnfoldingButton } from "../../components/unfolding-button.tsx";
import { onDemand } from "../../lib/on-demand.ts";
import { t } from "../../lib/translate.ts";
import { Avatar } from "./avatar.tsx";
import classes from "./account-menu.module.css";

const useMenu = onDemand(async () => (await import("./account-menu.tsx")).AccountMenu);

/** The menu of the account. What opens menus is a tenth of the first load, so it is loaded after the screen. */
export function UserMenu() {
  const { user } = useSession();
  return (
    <UnfoldingButton
      popup="menu"
      use={useMenu}
      more={{}}
      button={(props) => (
        <UnstyledButton
          {...props}
          className={classes.button}
          aria-label={t`Your account: ${user.name || user.username}`}
        >
          <Avatar />
        </UnstyledButton>
      )}
    />
  );
}
