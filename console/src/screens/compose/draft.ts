import { useRef, useState } from "react";
import type { tidings } from "../../api/client.ts";

import { type When, whenInput } from "../../lib/when.ts";

export type Named = { readonly id: number; readonly name: string };

export type DraftTemplate = {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Tags of the languages in which it has a text as well. */
  readonly languages: readonly string[];
};

/** A message that is being written. It is kept in this browser until it is sent or thrown away. */
export type Draft = {
  readonly groups: readonly Named[];
  readonly segments: readonly Named[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** As they were typed. */
  readonly numbers: readonly string[];
  readonly text: string;
  /** The template that the text came from. */
  readonly template: DraftTemplate | null;
  /** Empty: as configured. */
  readonly sender: string;
  readonly category: "" | "marketing" | "transactional";
  /** null: at once. */
  readonly when: When | null;
  /** The Idempotency-Key of sending it as it is: every change makes another, an attempt after a failure does not. */
  readonly key: string;
};

export type SendInput = NonNullable<Parameters<typeof tidings.sendMessage>[0]>;

const storageKey = "tidings-draft";

const emptyDraft = (): Draft => ({
  groups: [],
  segments: [],
  roles: [],
  numbers: [],
  text: "",
  template: null,
  sender: "",
  category: "",
  when: null,
  key: crypto.randomUUID(),
});

export const hasAudience = (draft: Draft): boolean =>
  draft.groups.length + draft.segments.length + draft.roles.length + draft.numbers.length > 0;

export const isEmpty = (draft: Draft): boolean => !hasAudience(draft) && draft.text === "";

function stored(): Draft {
  try {
    const value = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<Draft>;
    return { ...emptyDraft(), ...value };
  } catch {
    return emptyDraft();
  }
}

/** The draft of this browser, how to change it, and how to throw it away. */
export function useDraft() {
  const [draft, setDraft] = useState(stored);
  const [restored, setRestored] = useState(() => !isEmpty(draft));
  // What is brought back by an undo is laid over the draft as it is then.
  const latest = useRef(draft);
  const keep = (next: Draft) => {
    latest.current = next;
    try {
      if (isEmpty(next)) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Without room in the browser's storage it lives as long as the page.
    }
    setDraft(next);
  };
  return {
    draft,
    /** It is from an earlier visit and was not touched yet. */
    restored,
    change: (changes: Partial<Omit<Draft, "key">>) => {
      setRestored(false);
      keep({ ...latest.current, ...changes, key: crypto.randomUUID() });
    },
    discard: () => {
      setRestored(false);
      keep(emptyDraft());
    },
  };
}

/** Whether people get the template's text in their own language: as long as its text was not changed. */
export const translates = ({ template, text }: Draft): boolean =>
  template !== null && template.languages.length > 0 && template.text === text;

/** What the API is asked for. Bad numbers are shown beside the field and left out, by the API. */
export function inputOf(draft: Draft): SendInput {
  const { groups, segments, roles, numbers, text, sender, category, when } = draft;
  return {
    ...(translates(draft) ? { template_id: draft.template!.id } : text && { message: text }),
    ...(groups.length > 0 && { group_ids: groups.map(({ id }) => id) }),
    ...(segments.length > 0 && { segment_ids: segments.map(({ id }) => id) }),
    ...(roles.length > 0 && { role_ids: roles.map(({ id }) => id) }),
    ...(numbers.length > 0 && { numbers: [...numbers], skip_invalid: true }),
    ...(sender && { sender }),
    ...(category && { category }),
    ...(when && whenInput(when)),
  };
}

/** Numbers from what was typed or pasted: a line, a comma or a semicolon ends one, spaces do not. */
export function numbersIn(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((part) => part.trim().slice(0, 40))
    .filter((part) => part !== "");
}
