import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { sessionQuery, useSession } from "../api/session.ts";
import { unlocks } from "../lib/license.ts";
import { serviceText } from "../lib/service-text.ts";
import { t } from "../lib/translate.ts";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";
import classes from "./license-note.module.css";

const command = 'npx tidings license issue --to "Your company" --days 30';

const causes: Readonly<Record<string, string>> = {
  absent: t`No license is installed.`,
  malformed: t`The license that is installed cannot be read.`,
  forged: t`The license that is installed was not signed by its issuer.`,
  not_yet: t`The license that is installed is not valid yet.`,
  expired: t`The license has expired.`,
};

export type LicenseNoteProps = {
  readonly feature: "scheduling" | "recurring";
  /** A sentence before it, about what still works. */
  readonly children?: string;
};

/** What the paid add-on is and how to get it. Nothing if the license covers the feature. */
export function LicenseNote({ feature, children }: LicenseNoteProps) {
  const { license } = useSession().site;
  const queries = useQueryClient();
  const [checking, setChecking] = useState(false);
  if (unlocks(license, feature)) {
    return license.warning ? (
      <p className={classes.warning} role="note">
        <Icon name="alert" size={16} /> {serviceText(license.warning)}
      </p>
    ) : null;
  }
  const checkAgain = async () => {
    setChecking(true);
    await queries.refetchQueries({ queryKey: sessionQuery.queryKey });
    setChecking(false);
  };
  return (
    <section className={classes.note} aria-label={t`License`}>
      <h2>{feature === "scheduling" ? t`Sending later needs a license` : t`Repeating a message needs a license`}</h2>
      <p>
        {causes[license.state] ?? t`The license that is installed does not include it.`} {children}{" "}
        {t`Whoever runs this service can try it for 30 days with one command, on the machine that it runs on:`}
      </p>
      <div className={classes.command}>
        <code dir="ltr">{command}</code>
        <CopyButton text={command} label={t`Copy the command`} small />
      </div>
      <div className={classes.next}>
        <Button
          size="xs"
          variant="default"
          loading={checking}
          onClick={() => void checkAgain()}
        >{t`The license is there now`}</Button>
        <a href="/docs/guide/license" target="_blank" rel="noreferrer">{t`What the license covers`}</a>
      </div>
    </section>
  );
}
