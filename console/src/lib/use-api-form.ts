import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { TidingsError } from "tidings-client";

import { refetchSession, isSignedOut } from "../api/session.ts";
import { serviceText } from "./service-text.ts";
import { t } from "./translate.ts";

/** What `submit` returns if the user was asked to confirm and declined. */
export const notSent = Symbol("not sent");

export type ApiFormOptions<Values extends object, Result> = {
  readonly initial: Values;
  /**
   * Sends it. An error that it throws is shown at the fields that the error names, or above the form. With `notSent`,
   * the form stays as it was.
   *
   * @param changed the values that differ from those the form began with: a user who changed one field must not undo
   *   what another user saved in the others meanwhile
   */
  readonly submit: (values: Values, changed: Partial<Values>) => PromiseLike<Result | typeof notSent>;
  readonly onDone?: (result: Result, values: Values) => void;
};

export type ApiForm<Values extends object> = ReturnType<typeof useApiForm<Values, unknown>>;

/** Sentences for the API's issue codes whose own message is shorter than a person needs. */
const sentences: Readonly<Record<string, string>> = {
  required: t`This is needed.`,
  invalid_phone: t`This is not a phone number. Write it with + and the country: +49 151 23456789.`,
  invalid_date: t`This is not a date.`,
  in_the_past: t`This is in the past.`,
  end_before_start: t`The end is before the start.`,
  // It was chosen by its name, and was deleted meanwhile.
  unknown_group: t`This group is gone. Choose another one.`,
  unknown_segment: t`This segment is gone. Choose another one.`,
  unknown_template: t`This template is gone. Choose another one.`,
  private_address: t`This address is inside the service's own network.`,
};

/** The issues by the API's wire names, as deep as it names them: `numbers[2]`, `newsletter.code_texts.de`. */
export function issuesOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof TidingsError)) return {};
  const issues = Object.fromEntries(Object.entries(error.params).map(([name, message]) => [name, sentence(message)]));
  for (const detail of error.details) if (sentences[detail.code]) issues[detail.field] = sentenceOf(detail);
  return issues;
}

/** What is wrong with a value, for the user who typed it. */
export const sentenceOf = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  sentences[code] ?? sentence(message);

/** The API's messages follow the name of a parameter: "must not be empty". */
function sentence(message: string): string {
  const words = serviceText(message);
  if (!/^\p{Ll}/u.test(message)) return words;
  return words === message ? `This ${message}.` : t`The value ${words}.`;
}

/** Whether the name is that of the field, or of something in it: `numbers[2]` belongs to the field `numbers`. */
function belongs(name: string, field: string): boolean {
  return name === field || (name.startsWith(field) && /^[.[]/.test(name.slice(field.length)));
}

function changesOf<Values extends object>(before: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>;
}

/**
 * The state of a form whose rules are the API's: values under their wire names, the API's issues at their fields, one
 * submission at a time. Spread `field(name)` on an input, `checkbox(name)` on a box, `choice(name)` on a `Select`.
 */
export function useApiForm<Values extends object, Result>(options: ApiFormOptions<Values, Result>) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState(options.initial);
  const [values, setValues] = useState(options.initial);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  // A key that is pressed twice leads to two calls before anything is rendered.
  const sending = useRef(false);
  const shown = useRef(new Set<string>());
  const element = useRef<HTMLFormElement>(null);
  const issues = issuesOf(error);
  const set = useCallback(<Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
  }, []);

  const send = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    setError(null);
    try {
      const result = await options.submit(values, changesOf(saved, values));
      if (result === notSent) return;
      // The following action may leave the page, and a guard that still considers the form changed would ask.
      flushSync(() => setSaved(values));
      options.onDone?.(result, values);
    } catch (thrown) {
      // On a busy machine, the next frame may come before the rendering.
      flushSync(() => {
        setError(thrown);
        setPending(false);
      });
      element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      if (isSignedOut(thrown)) refetchSession(queries);
    } finally {
      sending.current = false;
      setPending(false);
    }
  };
  const issue = (name: string): string | undefined => {
    shown.current.add(name);
    return issues[name] ?? Object.entries(issues).find(([of]) => belongs(of, name))?.[1];
  };
  const base = <Name extends keyof Values & string>(name: Name) => ({ name, error: issue(name) });
  const known = Object.keys(issues);
  const allShown = known.length > 0 && known.every((of) => [...shown.current].some((field) => belongs(of, field)));
  return {
    values,
    set,
    element,
    pending,
    /** What the API says about a name within a field: `code_texts.de`. The field itself is not marked as invalid. */
    issue,
    dirty: JSON.stringify(values) !== JSON.stringify(saved),
    /** A failure that no field shows. */
    error: error && !allShown ? error : null,
    /** The last failure, whether a field shows it or not. */
    failure: error,
    reset: () => {
      setValues(saved);
      setError(null);
    },
    /** Restarts with the values that the API returned. */
    replace: (next: Values) => {
      setSaved(next);
      setValues(next);
      setError(null);
    },
    /**
     * Shows the issues that another call reports for these fields, such as a test before saving; null: there are none.
     */
    fail: setError,
    send,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void send();
    },
    field: <Name extends keyof Values & string>(name: Name) => ({
      ...base(name),
      value: values[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as Values[Name]),
    }),
    choice: <Name extends keyof Values & string>(name: Name) => ({
      ...base(name),
      value: values[name],
      onChange: (value: unknown) => set(name, value as Values[Name]),
    }),
    checkbox: <Name extends keyof Values & string>(name: Name) => ({
      ...base(name),
      checked: values[name] === true,
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        set(name, event.currentTarget.checked as Values[Name]),
    }),
  };
}
