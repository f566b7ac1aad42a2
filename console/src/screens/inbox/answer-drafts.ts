/** An answer that is being written. */
export type AnswerDraft = {
  readonly text: string;
  /** The Idempotency-Key of sending it as it is: every change makes another, an attempt after a failure does not. */
  readonly key: string;
};

/** By number: looking into another thread loses no text. */
const drafts = new Map<string, AnswerDraft>();

export function answerDraft(number: string): AnswerDraft {
  const draft = drafts.get(number) ?? { text: "", key: crypto.randomUUID() };
  drafts.set(number, draft);
  return draft;
}

export function keepAnswer(number: string, text: string): AnswerDraft {
  const draft = { text, key: crypto.randomUUID() };
  drafts.set(number, draft);
  return draft;
}

export function forgetAnswer(number: string): void {
  drafts.delete(number);
}
