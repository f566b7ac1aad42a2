import { useSession } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { capabilityNames } from "../../lib/capability.ts";
import { rich, t } from "../../lib/translate.ts";
import classes from "./profile.module.css";

export function Permissions() {
  const { capabilities, user } = useSession();
  if (capabilities.length === 0) {
    return <p>{t`Your account may not do anything yet. Ask whoever manages people and roles here for a role.`}</p>;
  }
  return (
    <div className={classes.steps}>
      <ul className={classes.list}>
        {capabilities.map((capability) => (
          <li key={capability} className={classes.state}>
            <Icon name="check" size={16} className={classes.on} />
            <span>{upperFirst(capabilityNames[capability])}</span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>
        {rich`${user.roles.length === 1 ? t`By your role` : t`By your roles`} ${<bdi>{user.roles.join(", ")}</bdi>}. Whoever manages people and roles here can change that.`}
      </p>
    </div>
  );
}

const upperFirst = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
