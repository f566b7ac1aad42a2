import type { Detail } from "../error.ts";
import type { CustomFields } from "../newsletter/newsletter-store.ts";
import type { Field } from "./field.ts";

type Value = CustomFields[string];
/** `value: null`: no value, as a form sends a field that was left empty. */
type Reading = { readonly ok: true; readonly value: Value | null } | ({ readonly ok: false } & Refusal);
type Refusal = Pick<Detail, "code" | "message" | "suggestion">;

/** The value of a field as it is stored, from JSON, a form or an import. */
export function readFieldValue(field: Pick<Field, "type" | "choices">, given: Value): Reading {
  const text = typeof given === "string" ? given.normalize("NFC").trim() : String(given);
  if (text === "") return { ok: true, value: null };
  switch (field.type) {
    case "text":
      return { ok: true, value: text };
    case "number":
      return numberOf(given, text);
    case "date":
      return isDay(text)
        ? { ok: true, value: text }
        : { ok: false, code: "invalid_date", message: "is not a day written YYYY-MM-DD" };
    case "choice":
      return choiceOf(field.choices, text);
    case "yes_no":
      return answerOf(text);
  }
}

function numberOf(given: Value, text: string): Reading {
  const plain = typeof given !== "boolean" && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text);
  const value = plain ? Number(text) : given;
  return typeof value === "number" && Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, code: "wrong_type", message: "must be a number" };
}

/** A day that exists in the calendar: 30 February does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const millis = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
}

function choiceOf(choices: readonly string[], text: string): Reading {
  const folded = text.toLowerCase();
  const value = choices.find((choice) => choice === text) ?? choices.find((choice) => choice.toLowerCase() === folded);
  return value === undefined
    ? { ok: false, code: "not_in_list", message: `must be one of ${choices.join(", ")}` }
    : { ok: true, value };
}

const ANSWERS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

function answerOf(text: string): Reading {
  const word = text.toLowerCase();
  return Object.hasOwn(ANSWERS, word)
    ? { ok: true, value: ANSWERS[word]! }
    : { ok: false, code: "wrong_type", message: "must be true or false" };
}
