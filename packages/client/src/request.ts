import { baseOf, encodeCredentials } from "./credentials.ts";
import type { EncodedRequest } from "./encode.ts";
import { isErrorBody, TidingsConnectionError, TidingsError } from "./errors.ts";
import type { ClientOptions } from "./options.ts";
import { isTemporary, LONGEST_TIMER_MS, pauseBefore, retryAfterOf, wait, type Failure } from "./retry.ts";

/** Makes calls, and makes them again if that is safe. */
export type Transport = {
  /** `data` of the envelope. @throws TidingsError, TidingsConnectionError, or the signal's reason */
  data(request: EncodedRequest, signal: AbortSignal | undefined): Promise<unknown>;
  /** The body of the response as it arrives; the signal ends it too. Only the wait for its beginning is limited. */
  body(request: EncodedRequest, signal: AbortSignal | undefined): Promise<ReadableStream<Uint8Array>>;
  /** The pause before another attempt, after so many failures in a row. */
  pause(attempt: number, retryAfterS: number | null, signal: AbortSignal | undefined): Promise<void>;
};

type Attempt<T> = { readonly value: T } | { readonly failure: Failure };

/** @throws TypeError for options that cannot be used */
export function openTransport(options: ClientOptions): Transport {
  refuseUnusable(options);
  const base = baseOf(options.url);
  const credentials = encodeCredentials(options);
  const { maxRetries = 3, retryDelayMs = 500, timeoutMs = 30_000, deadlineMs = 120_000 } = options;
  // Looked up at each call: an application may replace the global one.
  const send: typeof globalThis.fetch = (...call) => (options.fetch ?? globalThis.fetch)(...call);

  async function call<T>(
    request: EncodedRequest,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const start = Date.now();
    // An upload takes as long as its file is large.
    const left = (): number => (request.isUpload ? Infinity : deadlineMs - (Date.now() - start));
    for (let attempt = 0; ; attempt++) {
      const limit = request.isUpload ? Infinity : Math.max(1, Math.min(timeoutMs, left()));
      const result = await once(request, signal, limit, read);
      if ("value" in result) return result.value;
      const { error, retryAfterS } = result.failure;
      if (!request.isRepeatable || attempt >= maxRetries || !isTemporary(result.failure)) throw error;
      const pause = pauseBefore(attempt, retryDelayMs, retryAfterS);
      // No time would be left after the pause, so the caller gets the error now.
      if (pause >= Math.min(left(), deadlineMs)) throw error;
      await wait(pause, signal);
    }
  }

  /** @throws only the signal's reason */
  async function once<T>(
    request: EncodedRequest,
    signal: AbortSignal | undefined,
    limitMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<Attempt<T>> {
    const attempt = new AbortController();
    const abort = (): void => attempt.abort(signal?.reason);
    signal?.addEventListener("abort", abort);
    const timer = limitMs <= LONGEST_TIMER_MS ? setTimeout(() => attempt.abort(TIMED_OUT), limitMs) : undefined;
    let isKept = false;
    try {
      const response = await send(base + request.target, initOf(request, credentials, attempt.signal));
      const failure = await failureOf(response, request);
      if (failure) return { failure };
      const value = await read(response);
      isKept = value === response.body;
      return { value };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      const error = connectionError(cause, attempt.signal, limitMs);
      return { failure: { error, retryAfterS: null, isFinal: cause instanceof NotOurs } };
    } finally {
      clearTimeout(timer);
      // A body that is still being read ends with the signal.
      if (!isKept) signal?.removeEventListener("abort", abort);
    }
  }

  return {
    data: (request, signal) => call(request, signal, readData),
    body: (request, signal) => call(request, signal, (response) => readBody(response, request)),
    pause: (attempt, retryAfterS, signal) => wait(pauseBefore(attempt, retryDelayMs, retryAfterS), signal),
  };
}

/** Programs without type checks pass nothing, or a number that they read from an environment that lacks it. */
function refuseUnusable(options: ClientOptions | undefined): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("createClient takes an object: { url, user, applicationPassword }");
  }
  for (const name of ["maxRetries", "retryDelayMs", "timeoutMs", "deadlineMs"] as const) {
    const { [name]: value = 0 } = options;
    // A comparison with NaN is never true: calls would be repeated without end.
    if (typeof value !== "number" || !(value >= 0)) throw new TypeError(`${name} must be a number, 0 or more`);
  }
}

const TIMED_OUT = Symbol("timed out");

/** Something other than the service answered, and would answer a repeat, too. */
class NotOurs extends Error {
  readonly status: number;

  constructor(status: number, what: string) {
    super(`HTTP ${status} without the ${what} of Tidings: is \`url\` right?`);
    this.status = status;
  }
}

function initOf(request: EncodedRequest, credentials: Credentials, signal: AbortSignal): RequestInit {
  // A site that proxies calls returns the service's own address for a file or a stream. No other call is redirected.
  const mayMove = request.kind === "file" || request.kind === "events" || request.isUpload;
  return {
    method: request.method,
    headers: { ...credentials.headers, ...request.headers },
    credentials: credentials.mode,
    redirect: mayMove ? "follow" : "manual",
    signal,
    ...(request.body !== null && { body: request.body }),
    // Required for a body that is a stream; no type of TypeScript has it.
    ...(request.isUpload && { duplex: "half" }),
  };
}

type Credentials = ReturnType<typeof encodeCredentials>;

async function failureOf(response: Response, request: EncodedRequest): Promise<Failure | null> {
  if (response.ok) return null;
  const { status } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    void response.body?.cancel();
    const error = new TidingsConnectionError(
      `${request.method} ${request.target} was redirected: set \`url\` to the address where the service is.`,
      { status },
    );
    return { error, retryAfterS: null, isFinal: true };
  }
  const body = parse(await response.text());
  const error = isErrorBody(body)
    ? new TidingsError(body)
    : new TidingsConnectionError(`HTTP ${status}, not from Tidings: is \`url\` right, and the service up?`, { status });
  return { error, retryAfterS: retryAfterOf(response.headers) };
}

async function readData(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parse(text) as { status?: unknown; data?: unknown } | null | undefined;
  if (body?.status === "success") return body.data;
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  // JSON that was cut off on its way may be complete the next time.
  if (isJson && body === undefined) throw new Error("the response is not complete");
  throw new NotOurs(response.status, "JSON");
}

/**
 * Another page, such as a sign-in form, would otherwise be taken for a file, or for a stream that always breaks off.
 */
async function readBody(response: Response, { kind }: EncodedRequest): Promise<ReadableStream<Uint8Array>> {
  const type = kind === "events" ? "text/event-stream" : "text/csv";
  if (!response.headers.get("content-type")?.toLowerCase().startsWith(type)) {
    void response.body?.cancel();
    throw new NotOurs(response.status, type);
  }
  return response.body ?? new ReadableStream({ start: (it) => it.close() });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function connectionError(cause: unknown, signal: AbortSignal, limitMs: number): Error {
  if (signal.reason === TIMED_OUT) return new TidingsConnectionError(`No complete response within ${limitMs} ms.`);
  if (cause instanceof NotOurs) return new TidingsConnectionError(cause.message, { status: cause.status });
  return new TidingsConnectionError(`The service cannot be reached: ${reasonOf(cause)}`, { cause });
}

/** Node's message is "fetch failed"; its cause has the reason. */
function reasonOf(cause: unknown): string {
  const { message, cause: deeper } = cause as { message?: unknown; cause?: { message?: unknown } };
  return String(deeper?.message || message || cause);
}
