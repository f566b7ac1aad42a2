import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { TidingsError } from "tidings-client";

import { askSession, isSignedOut } from "../api/session.ts";

export type ApiFormOptions<Values extends object, Result> = {
  readonly initial: Values;
  /** Sends it. What it throws is shown at the fields it names, or above the form. */
  readonly submit: (values: Values) => PromiseLike<Result>;
  readonly onDone?: (result: Result, values: Values) => void;
};

export type ApiForm<Values extends object> = ReturnType<typeof useApiForm<Values, unknown>>;

/** Sentences for the API's issue codes whose own message is shorter than a person needs. */
const sentences: Readonly<Record<string, string>> = {
  required: "This is needed.",
  invalid_phone: "This is not a phone number. Write it with + and the country: +49 151 23456789.",
  invalid_date: "This is not a date.",
  in_the_past: "This is in the past.",
  end_before_start: "The end is before the start.",
  private_address: "This address is inside the service's own network.",
};

/** The issue of a field, by the API's wire name: `numbers[2]` belongs to the field `numbers`. */
export function issuesOf(error: unknown): Record<string, string> {
  if (!(error instanceof TidingsError)) return {};
  const issues: Record<string, string> = {};
  for (const [name, message] of Object.entries(error.params)) issues[name] ??= message;
  for (const { field, code } of error.details) {
    const sentence = sentences[code];
    if (sentence) issues[field] = sentence;
  }
  for (const [name, message] of Object.entries(issues)) issues[name.replace(/[.[].*$/, "")] ??= message;
  return issues;
}

/** The fields that an error is about, without the index of what is wrong in a list. */
function fieldsOf(error: TidingsError): string[] {
  return Object.keys(error.params).map((name) => name.replace(/[.[].*$/, ""));
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
  const shown = useRef(new Set<string>());
  const element = useRef<HTMLFormElement>(null);
  const issues = issuesOf(error);
  const set = useCallback(<Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
  }, []);

  const send = async (): Promise<void> => {
    if (pending) return;
    setPending(true);
    setError(null);
    try {
      const result = await options.submit(values);
      setSaved(values);
      options.onDone?.(result, values);
    } catch (thrown) {
      setError(thrown);
      if (isSignedOut(thrown)) askSession(queries);
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    } finally {
      setPending(false);
    }
  };
  const base = <Name extends keyof Values & string>(name: Name) => {
    shown.current.add(name);
    return { name, error: issues[name] };
  };
  const known = error instanceof TidingsError && fieldsOf(error).length > 0;
  const allShown = known && fieldsOf(error).every((name) => shown.current.has(name));
  return {
    values,
    set,
    element,
    pending,
    dirty: JSON.stringify(values) !== JSON.stringify(saved),
    /** The failure that no field shows. */
    error: error && !allShown ? error : null,
    reset: () => {
      setValues(saved);
      setError(null);
    },
    /** Begins again with what the API returned. */
    replace: (next: Values) => {
      setSaved(next);
      setValues(next);
      setError(null);
    },
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
