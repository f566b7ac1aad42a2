import { Button } from "@mantine/core";

import { useCommands } from "../commands/registry.ts";
import { t } from "../lib/translate.ts";
import { Keys } from "./keys.tsx";
import { useLeaveGuard } from "./leave-guard.ts";
import classes from "./save-bar.module.css";

export type SaveBarProps = {
  /** From `useApiForm`. */
  readonly form: {
    readonly dirty: boolean;
    readonly pending: boolean;
    readonly reset: () => void;
    readonly send: () => Promise<void>;
  };
  /** Verb and object: "Save settings". */
  readonly action: string;
};

/** Appears when something was changed, and keeps the person from leaving it unsaved by accident. */
export function SaveBar({ form, action }: SaveBarProps) {
  useLeaveGuard(form.dirty);
  const save = () => {
    if (!form.pending) void form.send();
  };
  useCommands(
    form.dirty
      ? [
          { id: "save", label: action, keys: "mod+s", icon: "check", run: save },
          { id: "discard", label: t`Discard`, icon: "close", run: form.reset },
        ]
      : [],
  );
  if (!form.dirty) return null;
  return (
    <section className={classes.bar} aria-label={t`Unsaved changes`}>
      <span>{t`Not saved yet`}</span>
      <Button variant="default" onClick={form.reset}>{t`Discard`}</Button>
      <Button
        loading={form.pending}
        aria-keyshortcuts="Control+S"
        rightSection={
          <span aria-hidden="true">
            <Keys keys="mod+s" />
          </span>
        }
        onClick={save}
      >
        {action}
      </Button>
    </section>
  );
}
