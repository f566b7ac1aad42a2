import { useCallback, useState, useSyncExternalStore } from "react";

import type { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { type Attempt, sameInput } from "../../lib/send-once.ts";
import { draftStore } from "./draft-store.ts";

export type Named = { readonly id: number; readonly name: string };

/** A message that is being written. It is kept in this browser until it is sent or thrown away. */
export type Draft = {
  readonly groups: readonly Named[];
  readonly segments: readonly Named[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** As they were typed. */
  readonly numbers: readonly string[];
  readonly text: string;
  /** The template with texts in several languages that the text is from; it counts while the text is unchanged. */
  readonly template: { readonly id: number; readonly text: string } | null;
  /** Empty: as configured. */
  readonly sender: string;
  readonly category: "" | "marketing" | "transactional";
  /** It was sent off, and no answer came yet. */
  readonly attempt: Attempt<SendInput> | null;
};

/** What a person can change of it. */
export type DraftChanges = Partial<Omit<Draft, "attempt">>;

export type SendInput = NonNullable<Parameters<typeof tidings.sendMessage>[0]>;

export const emptyDraft: Draft = {
  groups: [],
  segments: [],
  roles: [],
  numbers: [],
  text: "",
  template: null,
  sender: "",
  category: "",
  attempt: null,
};

export const hasAudience = (draft: Draft): boolean =>
  draft.groups.length + draft.segments.length + draft.roles.length + draft.numbers.length > 0;

export const isEmpty = (draft: Draft): boolean => !hasAudience(draft) && draft.text === "";

/** The person's draft in this browser, how to change it, and how to throw it away. */
export function useDraft() {
  const store = draftStore(useSession().user.id);
  const draft = useSyncExternalStore(store.subscribe, store.get);
  const [restored, setRestored] = useState(() => !isEmpty(draft));
  const change = useCallback(
    (changes: DraftChanges | ((before: Draft) => DraftChanges)) => {
      setRestored(false);
      store.set((before) => ({ ...before, ...(typeof changes === "function" ? changes(before) : changes) }));
    },
    [store],
  );
  return {
    draft,
    /** It is from an earlier visit and was not touched yet. */
    restored,
    change,
    discard: () => {
      setRestored(false);
      store.set(() => emptyDraft);
    },
  };
}

/** The template that is sent in place of the text: its languages would be lost with the text alone. */
export const templateOf = ({ template, text }: Draft): Draft["template"] =>
  template && template.text === text ? template : null;

/** What the API is asked for. Bad numbers are shown beside the field and left out, by the API. */
export function inputOf(draft: Draft): SendInput {
  const { groups, segments, roles, numbers, text, sender, category } = draft;
  const template = templateOf(draft);
  return {
    ...(template ? { template_id: template.id } : text && { message: text }),
    ...(groups.length > 0 && { group_ids: groups.map(({ id }) => id) }),
    ...(segments.length > 0 && { segment_ids: segments.map(({ id }) => id) }),
    ...(roles.length > 0 && { role_ids: roles.map(({ id }) => id) }),
    ...(numbers.length > 0 && { numbers: [...numbers], skip_invalid: true }),
    ...(sender && { sender }),
    ...(category && { category }),
  };
}

/** Whether sending the draft now would ask the API for exactly this. */
export const isInput = (draft: Draft, input: SendInput): boolean => sameInput(inputOf(draft), input);

/** Numbers from what was typed or pasted: a line, a comma or a semicolon ends one, spaces do not. */
export function numbersIn(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
