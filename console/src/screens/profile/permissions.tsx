import { useSession } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { capabilityNames } from "../../lib/capability.ts";
import { list } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { upperFirst } from "../../lib/upper-first.ts";
import classes from "./profile.module.css";

export function Permissions() {
  const { capabilities, user } = useSession();
  if (capabilities.length === 0) {
    return <p>{t`Your account may not do anything yet. Ask whoever manages people and roles here for a role.`}</p>;
  }
  const roles = <bdi>{list(user.roles, "unit")}</bdi>;
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
        {user.roles.length === 1
          ? rich`By your role ${roles}. Whoever manages people and roles here can change that.`
          : rich`By your roles ${roles}. Whoever manages people and roles here can change that.`}
      </p>
    </div>
  );
}
