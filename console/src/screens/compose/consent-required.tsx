import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCan } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Refusal } from "./consent-refusal.ts";
import type { ReachProps } from "./reach.tsx";

export type ConsentRequiredProps = Pick<ReachProps, "onList"> & { readonly refusal: Refusal };

/**
 * Why marketing is not sent to people who have not agreed, and each thing that can be done about it. The draft stays.
 */
export function ConsentRequired({ refusal, onList }: ConsentRequiredProps) {
  const can = useCan();
  const count = refusal.data["without_consent"];
  return (
    <div role="alert" className={classes.refusal}>
      <h2>
        <Icon name="alert" size={16} />
        {typeof count === "number"
          ? plural(count, "# person has not agreed to marketing", "# people have not agreed to marketing")
          : t`Not everybody has agreed to marketing`}
      </h2>
      <p>
        {typeof count === "number"
          ? t`There is no consent of theirs on record, so nothing is sent to anybody.`
          : t`Users, roles and customers may not have agreed, so nothing is sent to anybody. Members of groups have.`}
      </p>
      <ul>
        <li>
          {can("svc_subscribers")
            ? rich`Let people sign up with ${<Link to="/forms">{t`a form`}</Link>}, or ${<Link to="/import">{t`import them with their consent`}</Link>}.`
            : t`Let people sign up with a form, or have them imported with their consent.`}
        </li>
        <li>{t`If it is about something they asked for, such as an order, choose that under Kind.`}</li>
        <li>
          {can("svc_setting")
            ? rich`If there is another basis, such as a contract, state it under “Basis other than consent”: it is recorded with your name. Or change ${(
                <Link to="/safety" search={{ part: "consent" }}>{t`the rule for everybody`}</Link>
              )}.`
            : t`If there is another basis, such as a contract, somebody who may change the settings can state it.`}
        </li>
      </ul>
      <Button variant="default" size="xs" onClick={() => onList("without_consent")}>{t`Look at these people`}</Button>
    </div>
  );
}
