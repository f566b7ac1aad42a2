import { Button, Modal } from "@mantine/core";
import { useState } from "react";

import confirmClasses from "../../components/overlays/confirm-dialog.module.css";
import { ErrorView } from "../../components/error-view.tsx";
import { t } from "../../lib/translate.ts";
import type { OwnTexts } from "./own-texts.ts";
import classes from "./sign-out-dialogs.module.css";

export type SignOutFailedProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

export function SignOutFailed({ error, onRetry, onClose }: SignOutFailedProps) {
  const [opened, setOpened] = useState(true);
  const title = t`You may still be signed in`;
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title={t`Signing out did not work`}
      centered
    >
      <ErrorView
        error={error}
        title={title}
        unsure={title}
        onRetry={() => {
          setOpened(false);
          onRetry();
        }}
      />
    </Modal>
  );
}

export type SignOutQuestionProps = {
  readonly texts: readonly OwnTexts[];
  /** The browser's storage has all of them. */
  readonly keepable: boolean;
  readonly onSignOut: (keep: boolean) => void;
  readonly onClose: () => void;
};

const labels: Readonly<Record<OwnTexts, string>> = {
  draft: t`A message that is not sent yet`,
  answers: t`Answers that are not sent yet`,
  "outbox-views": t`Your own filters of the outbox`,
};

/** Asked when signing out would delete what nothing but this browser has. */
export function SignOutQuestion({ texts, keepable, onSignOut, onClose }: SignOutQuestionProps) {
  const [opened, setOpened] = useState(true);
  const choose = (keep: boolean) => {
    setOpened(false);
    onSignOut(keep);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title={keepable ? t`Keep what only this browser has?` : t`Delete what only this browser has?`}
      centered
      data-closing={!opened || undefined}
    >
      <ul className={classes.texts}>
        {texts.map((name) => (
          <li key={name}>{labels[name]}</li>
        ))}
      </ul>
      <p className={classes.note}>
        {keepable
          ? t`If you keep it, you find it here when you sign in again. The console shows it to nobody else, but whoever can use this browser could read it without your password: on a shared computer, delete it.`
          : t`This browser's storage has no room for it, so it cannot be kept: finish it first, or delete it.`}
      </p>
      <div className={confirmClasses.buttons}>
        <Button variant="default" onClick={() => choose(false)}>{t`Delete it and sign out`}</Button>
        {keepable ? (
          <Button data-autofocus onClick={() => choose(true)}>{t`Keep it and sign out`}</Button>
        ) : (
          <Button data-autofocus onClick={() => setOpened(false)}>{t`Stay signed in`}</Button>
        )}
      </div>
    </Modal>
  );
}
