import { createClient } from "tidings-client";

/** One call and what came back, as a program would see it. */
export type Exchange = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  /** Until the response began. */
  readonly ms: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Only its beginning was read. */
  readonly cut: boolean;
};

/** A file or a stream is read as far as this. */
const MOST = 100_000;
const LONGEST_MS = 5_000;

type Method = (
  input: object,
  options: { readonly idempotencyKey?: string },
) => PromiseLike<unknown> | AsyncIterator<unknown>;

/**
 * Makes one call with the person's own session, by the client that the snippets use.
 *
 * @param operation name of the client's method
 * @returns what came back, and what the client threw of it
 * @throws what the client threw if nothing came back
 */
export async function exchange(
  operation: string,
  input: object,
  idempotencyKey?: string,
): Promise<{ readonly exchange: Exchange; readonly error: unknown }> {
  let seen: Exchange | null = null;
  const client = createClient({
    url: "",
    maxRetries: 0,
    fetch: async (target, init) => {
      const start = performance.now();
      const response = await fetch(target, init);
      const ms = Math.round(performance.now() - start);
      const { body, cut } = await beginningOf(response);
      const headers = [...response.headers];
      seen = {
        method: init?.method ?? "GET",
        target: target as string,
        status: response.status,
        ms,
        headers,
        body,
        cut,
      };
      return new Response(body, { status: response.status, headers });
    },
  }) as unknown as Readonly<Record<string, Method>>;
  let error: unknown = null;
  try {
    const result = client[operation]!(input, { ...(idempotencyKey !== undefined && { idempotencyKey }) });
    if ("then" in result) await result;
    else {
      await result.next();
      await result.return?.();
    }
  } catch (thrown) {
    error = thrown;
  }
  if (!seen) throw error;
  return { exchange: seen, error };
}

async function beginningOf(response: Response): Promise<{ readonly body: string; readonly cut: boolean }> {
  const reader = response.body?.getReader();
  if (!reader) return { body: "", cut: false };
  const decoder = new TextDecoder();
  const isStream = response.headers.get("content-type")?.includes("event-stream") ?? false;
  const timer = isStream ? setTimeout(() => void reader.cancel(), LONGEST_MS) : undefined;
  let body = "";
  try {
    while (body.length < MOST) {
      const { done, value } = await reader.read();
      if (done) return { body, cut: isStream };
      body += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
    return { body: body.slice(0, MOST), cut: true };
  } finally {
    clearTimeout(timer);
  }
}
