import { keepOwn, ownKey, readOwn } from "../../lib/own-storage.ts";
import type { Attempt } from "../../lib/send-once.ts";

/** An answer that is being written. */
export type AnswerDraft = {
  readonly text: string;
  /** It was sent off, and no answer of the service came yet. */
  readonly attempt: Attempt<string> | null;
};
type Drafts = Readonly<Record<string, AnswerDraft>>;

const empty: AnswerDraft = { text: "", attempt: null };

const keyOf = (user: number): string => ownKey(user, "answers");

function drafts(user: number): Drafts {
  try {
    return JSON.parse(readOwn(keyOf(user)) ?? "{}") as Drafts;
  } catch {
    return {};
  }
}

/** What a person is writing to a number: neither another thread nor a reload loses a text, or forgets an attempt. */
export function answerDraft(user: number, number: string): AnswerDraft {
  return drafts(user)[number] ?? empty;
}

export function keepAnswer(user: number, number: string, changes: Partial<AnswerDraft>): AnswerDraft {
  const { [number]: before = empty, ...others } = drafts(user);
  const draft = { ...before, ...changes };
  const all = draft.text === "" && draft.attempt === null ? others : { ...others, [number]: draft };
  keepOwn(keyOf(user), Object.keys(all).length === 0 ? null : JSON.stringify(all));
  return draft;
}

/** Runs `work` while no other tab sends an answer of this person to the number: of two that send the same, one does. */
export function sendingAlone<Result>(user: number, number: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request(`${keyOf(user)}:${number}`, work);
}

/** Calls `changed` when another tab may have changed an answer, until the returned function is called. */
export function watchAnswers(user: number, changed: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => {
    if (key === keyOf(user) || key === null) changed();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
