import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

import { confirm } from "./confirm.ts";
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
  useBlocker({
    disabled: !form.dirty,
    enableBeforeUnload: form.dirty,
    shouldBlockFn: async () =>
      !(await confirm({
        title: "What you changed is not saved",
        body: "If you leave this page, the changes are lost.",
        action: "Leave anyway",
        keep: "Stay on this page",
        danger: true,
      })),
  });
  if (!form.dirty) return null;
  return (
    <section className={classes.bar} aria-label="Unsaved changes">
      <span>Not saved yet</span>
      <Button variant="default" onClick={form.reset}>
        Discard
      </Button>
      <Button loading={form.pending} onClick={() => void form.send()}>
        {action}
      </Button>
    </section>
  );
}
