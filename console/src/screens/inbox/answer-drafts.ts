import type { Attempt } from "../../lib/send-once.ts";

/** An answer that is being written. */
export type AnswerDraft = {
  readonly text: string;
  /** It was sent off, and no answer of the service came yet. */
  readonly attempt: Attempt<string> | null;
};

const empty: AnswerDraft = { text: "", attempt: null };
/** By number: looking into another thread loses no text, and forgets no attempt. */
const drafts = new Map<string, AnswerDraft>();

export function answerDraft(number: string): AnswerDraft {
  return drafts.get(number) ?? empty;
}

export function keepAnswer(number: string, changes: Partial<AnswerDraft>): AnswerDraft {
  const draft = { ...answerDraft(number), ...changes };
  drafts.set(number, draft);
  return draft;
}
