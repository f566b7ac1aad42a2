import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./sandbox-banner.module.css";

export function SandboxBanner() {
  return (
    <aside className={classes.banner}>
      <Icon name="info" size={14} />
      <span>{t`The sandbox is on: nothing leaves this machine.`}</span>
    </aside>
  );
}
