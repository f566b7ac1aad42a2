import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";

import { useSession } from "../../api/session.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./profile.module.css";

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** The one time that they are shown. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t`Recovery codes of ${user.username}`}\n\n${text}\n`)}`;
  return (
    <div className={classes.steps}>
      <h3 ref={heading} tabIndex={-1}>{t`The second factor is on. Store these recovery codes now`}</h3>
      <p>{t`Each replaces one code of the app, once: for the day on which your phone is lost. They are not shown again. Your other sessions have ended.`}</p>
      <ul className={classes.recovery} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr" translate="no">
              {code}
            </code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton text={text} label={t`Copy the codes`} />
        <Button
          component="a"
          variant="default"
          size="xs"
          href={file}
          download="recovery-codes.txt"
          leftSection={<Icon name="download" size={14} />}
        >{t`Download the codes`}</Button>
      </div>
      <div>
        <Button onClick={onDone}>{t`I have stored the codes`}</Button>
      </div>
    </div>
  );
}
