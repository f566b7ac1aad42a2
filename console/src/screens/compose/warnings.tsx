import { Link } from "@tanstack/react-router";

import { useCan } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { serviceText } from "../../lib/service-text.ts";
import { t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { ReachProps } from "./reach.tsx";
import { consentRefusal } from "./consent-refusal.ts";
import { type Remedy, remedyOf } from "./remedies.ts";
import type { Preview } from "./use-preview.ts";

type WarningsProps = Pick<ReachProps, "onList"> & { readonly preview: Preview };

/** What deserves a second thought, each with the place where something is done about it. The draft stays meanwhile. */
export function Warnings({ preview, onList }: WarningsProps) {
  const can = useCan();
  const consent = consentRefusal(preview);
  // That of consent is explained apart.
  const refusals = preview.refusals.filter((refusal) => refusal !== consent).map(({ message }) => message);
  const warnings = [...refusals, ...(preview.warnings ?? [])];
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label={t`Warnings`}>
      {warnings.map((warning) => {
        const remedy = remedyOf(warning, preview, can("svc_setting"));
        return (
          <li key={warning}>
            <Icon name="alert" size={16} />
            <p>
              <span dir="auto">{serviceText(warning)}</span> {remedy && <RemedyLink remedy={remedy} onList={onList} />}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function RemedyLink({ remedy, onList }: { readonly remedy: Remedy } & Pick<ReachProps, "onList">) {
  if ("list" in remedy) {
    return (
      <button type="button" className={classes.listLink} onClick={() => onList(remedy.list)}>
        {remedy.label}
      </button>
    );
  }
  return (
    <Link to={remedy.to} search={remedy.search ?? {}}>
      {remedy.label}
    </Link>
  );
}
