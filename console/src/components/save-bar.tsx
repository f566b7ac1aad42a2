import { Button } from "@mantine/core";
import { useRef } from "react";

import { useCommands } from "../commands/registry.ts";
import { takeTyped } from "../lib/take-typed.ts";
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

/** Appears when something was changed, so that it is not left unsaved by accident. */
export function SaveBar({ form, action }: SaveBarProps) {
  useLeaveGuard(form.dirty);
  const latest = useRef(form);
  latest.current = form;
  const save = () => {
    takeTyped();
    if (!latest.current.pending) void latest.current.send();
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
    <section className={classes.bar} data-save-bar aria-label={t`Unsaved changes`}>
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
