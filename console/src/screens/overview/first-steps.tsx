import { Link } from "@tanstack/react-router";

import { useSession } from "../../api/session.ts";
import { useNavigation } from "../../app/shell/use-navigation.ts";
import { Icon, type IconName } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./overview.module.css";

type Step = { readonly to: string; readonly icon: IconName; readonly label: string; readonly note: string };

/** In place of the newest messages while there is none: what a new site can begin with, as far as the person may. */
export function FirstSteps() {
  const { sandbox } = useSession().site;
  const open = new Set(useNavigation().map(({ path }) => path));
  const steps: readonly Step[] = [
    {
      to: "/compose",
      icon: "edit",
      label: t`Write a message`,
      note: sandbox ? t`The phone at the top shows how it arrives.` : t`To your own phone, to see how it arrives.`,
    },
    {
      to: "/import",
      icon: "upload",
      label: t`Import people`,
      note: t`From a file with their mobile numbers.`,
    },
    {
      to: "/gateways",
      icon: "gateway",
      label: sandbox ? t`Connect a gateway` : t`Look at the gateways`,
      note: sandbox ? t`Until then the sandbox takes every text.` : t`What carries texts, and whether it works.`,
    },
    {
      to: "/developers",
      icon: "code",
      label: t`Send from a program`,
      note: t`A key, a first call and a log of all calls.`,
    },
  ];
  return (
    <ul className={classes.list}>
      {steps
        .filter(({ to }) => open.has(to))
        .map(({ to, icon, label, note }) => (
          <li key={to}>
            <Link to={to} className={classes.step}>
              <Icon name={icon} size={18} />
              <span>
                {label}
                <span className={classes.quiet}>{note}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
