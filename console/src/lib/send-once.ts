export type Attempt<Input> = {
  /** The Idempotency-Key of every call until the outcome is known: the service carries out at most one of them. */
  readonly key: string;
  /** What was sent off with the key, the oldest first. */
  readonly inputs: readonly Input[];
  /** When it was first sent off, in milliseconds since 1970. */
  readonly at: number;
};

export type SendOnce<Input, Result> = {
  readonly input: Input;
  /** What was sent off before and is still unknown; null: nothing. */
  readonly open: Attempt<Input> | null;
  readonly send: (input: Input, key: string) => PromiseLike<Result>;
  /** Keeps the attempt, before anything is sent; null: its outcome is known. */
  readonly keep: (attempt: Attempt<Input> | null) => void;
};

/** How long the service remembers a key, less an hour for clocks and for the call itself. Milliseconds. */
const known = 23 * 3_600_000;

/** Whether the service may have forgotten the key, so that a repetition could do it twice. */
export function isForgotten({ at }: Attempt<unknown>, now: number): boolean {
  return now - at > known;
}

export function sameInput(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A `TidingsError`, known by its name: these rules need nothing else of the client. */
function isAnswer(error: unknown): error is Error & { readonly status: number; readonly code: string } {
  return error instanceof Error && error.name === "TidingsError" && "status" in error && "code" in error;
}

/** The service refused this very call: nothing was done, and nothing will be. */
function isRefusal(error: unknown): boolean {
  return (
    isAnswer(error) &&
    error.status < 500 &&
    // These say nothing about an earlier call whose response was lost.
    ![401, 403, 408, 409, 429].includes(error.status) &&
    error.code !== "idempotency_mismatch"
  );
}

const isMismatch = (error: unknown): boolean => isAnswer(error) && error.code === "idempotency_mismatch";

/**
 * Sends something once: with the key of the attempt whose outcome is unknown, whatever was changed since. If that
 * attempt had arrived, the service refuses the key for another input; then the result of that attempt is returned
 * instead.
 *
 * @returns what was done, and for which of the inputs
 * @throws what `send` throws; the attempt is kept unless the service refused it
 */
export async function sendOnce<Input, Result>(
  once: SendOnce<Input, Result>,
): Promise<{ readonly result: Result; readonly input: Input }> {
  const { input, send, keep } = once;
  const before = once.open ?? { key: crypto.randomUUID(), inputs: [], at: Date.now() };
  const others = before.inputs.filter((other) => !sameInput(other, input));
  keep({ ...before, inputs: [...others, input] });
  try {
    const result = await send(input, before.key);
    keep(null);
    return { result, input };
  } catch (error) {
    if (isMismatch(error)) return await earlier({ ...once, open: before }, others, error);
    if (isRefusal(error)) keep(others.length > 0 ? { ...before, inputs: others } : null);
    throw error;
  }
}

/** The key was used for one of the other inputs: repeating that one returns what it did. */
async function earlier<Input, Result>(
  once: SendOnce<Input, Result> & { readonly open: Attempt<Input> },
  others: readonly Input[],
  mismatch: unknown,
): Promise<{ readonly result: Result; readonly input: Input }> {
  for (const other of others) {
    try {
      const result = await once.send(other, once.open.key);
      once.keep(null);
      return { result, input: other };
    } catch (error) {
      if (isMismatch(error)) continue;
      if (!isSaved(error)) throw error;
      // It had been refused, so nothing was done: the key is used up, and the new input gets a new one.
      once.keep(null);
      return await sendOnce({ ...once, open: null });
    }
  }
  // None of them: another tab used the key. The next press gets a new one.
  once.keep(null);
  throw mismatch;
}

/** A refusal that the service stores for a key and repeats. */
const isSaved = (error: unknown): boolean =>
  isAnswer(error) && [404, 409, 422].includes(error.status) && error.code !== "idempotency_in_flight";
