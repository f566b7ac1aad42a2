import { Modal } from "@mantine/core";
import { useState } from "react";

import { ErrorView } from "../../components/error-view.tsx";
import { t } from "../../lib/translate.ts";

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
