import { Button } from "@mantine/core";
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from "react";

import { pressedKey } from "../lib/pressed-key.ts";
import { takeTyped } from "../lib/take-typed.ts";
import { ErrorView } from "./error-view.tsx";
import classes from "./form.module.css";
import { useUnsaved } from "./unsaved.ts";

type FormState = {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly error: unknown;
  readonly pending: boolean;
  readonly dirty: boolean;
  readonly onSubmit: (event: FormEvent) => void;
};

export type FormProps = {
  /** From `useApiForm`. */
  readonly form: FormState;
  /** What could not be done, above the API's sentence: "The group was not created". */
  readonly failure?: string;
  /** Shown instead if no response came: as in `ErrorView`. */
  readonly unsure?: string;
  readonly children: ReactNode;
};

/** Fields in a column, with a failure that belongs to none of them at the top. */
export function Form({ form, failure, unsure, children }: FormProps) {
  useUnsaved(form.dirty);
  return (
    <form ref={form.element} className={classes.form} onSubmit={form.onSubmit} onKeyDown={saveByKey} noValidate>
      {form.error !== null && (
        <ErrorView error={form.error} {...(failure ? { title: failure } : {})} {...(unsure ? { unsure } : {})} />
      )}
      {children}
    </form>
  );
}

/** In a drawer, as the bar that saves does in a page; from a field of several lines, Enter alone does not. */
function saveByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(pressedKey(event))) return;
  if (!event.currentTarget.closest("[role=dialog]")) return;
  event.preventDefault();
  event.stopPropagation();
  takeTyped();
  event.currentTarget.requestSubmit();
}

type SubmitButtonProps = { readonly form: FormState; readonly danger?: boolean; readonly children: ReactNode };

/** The form's one primary button: verb and object. */
export function SubmitButton({ form, danger = false, children }: SubmitButtonProps) {
  return (
    <Button type="submit" loading={form.pending} {...(danger && { color: "red" })}>
      {children}
    </Button>
  );
}

/** Buttons at the end of a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
