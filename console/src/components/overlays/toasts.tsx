import "@mantine/notifications/styles.layer.css";

import { Button } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";

import { useCommands } from "../../commands/registry.ts";
import { explain } from "../../lib/explain-error.ts";
import { t } from "../../lib/translate.ts";
import { Icon } from "../icon.tsx";
import type { ToastOptions } from "./toast.ts";
import classes from "./toasts.module.css";

const time = { plain: 4_000, undo: 8_000 };
const MOST = 3;
/** Those that are shown, oldest first. */
let shown: readonly string[] = [];

export function ToastHost() {
  return <Notifications position="bottom-left" transitionDuration={120} limit={MOST} containerWidth={380} />;
}

export function forgetToasts(): void {
  notifications.clean();
}

export function show({ message, undo }: { message: string; undo: ToastOptions["undo"] }): void {
  const id = crypto.randomUUID();
  const takeBack = () => {
    notifications.hide(id);
    Promise.resolve(undo?.()).catch(showFailure);
  };
  // Another would wait until they are gone, and Undo with it: its key would undo what was done before.
  for (const oldest of shown.slice(0, Math.max(0, shown.length + 1 - MOST))) notifications.hide(oldest);
  shown = [...shown, id];
  notifications.show({
    id,
    onClose: () => {
      shown = shown.filter((one) => one !== id);
    },
    autoClose: undo ? time.undo : time.plain,
    withBorder: true,
    icon: <Icon name="check" size={16} />,
    message: (
      <span className={classes.toast}>
        <span>{message}</span>
        {undo && <UndoButton what={message} onUndo={takeBack} />}
      </span>
    ),
  });
}

/** Its key is that of the newest: eight seconds are too short to reach the corner with Tab. */
function UndoButton({ what, onUndo }: { readonly what: string; readonly onUndo: () => void }) {
  useCommands([{ id: "undo", label: t`Undo: ${what}`, keys: "z", icon: "undo", inDrawer: true, run: onUndo }]);
  return (
    <Button variant="subtle" size="compact-sm" rightSection={<kbd>Z</kbd>} onClick={onUndo}>
      {t`Undo`}
    </Button>
  );
}

/** The pressed button is gone: the message is shown in its place until it is closed. */
function showFailure(error: unknown): void {
  const { what, why } = explain(error);
  notifications.show({
    autoClose: false,
    withBorder: true,
    color: "red",
    icon: <Icon name="alert" size={16} />,
    title: t`It was not taken back`,
    message: <span className={classes.reason}>{[what, why].filter(Boolean).join(" ")}</span>,
    closeButtonProps: { "aria-label": t`Close` },
  });
}
