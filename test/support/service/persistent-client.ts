import type { Credentials } from "./test-service.ts";

export type Call = {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
};

export type Answer = { readonly status: number; readonly body: Record<string, any> };

const PAUSE_MS = 50;
/** Whether the service itself says that the same call may be repeated. */
const again = ({ status, body }: Answer): boolean =>
  status === 429 || status === 503 || body["code"] === "idempotency_in_flight";

/**
 * A client as our guide describes it: it repeats a call that got no response under the same Idempotency-Key, on
 * whichever node answers, until it has one.
 */
export function persistentClient(options: {
  /** Where the API answers at this moment. */
  readonly urls: () => readonly string[];
  readonly admin: () => Credentials;
  /** Milliseconds after which a call is given up for good. */
  readonly patienceMs: number;
}) {
  let turn = 0;
  let repeated = 0;

  /** One try; null if there was no response. */
  async function once(call: Call, at: string): Promise<Answer | null> {
    const { user, password } = options.admin();
    try {
      const response = await fetch(`${at}/svc/v1${call.path}`, {
        method: call.method ?? (call.body === undefined ? "GET" : "POST"),
        headers: {
          authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
          ...(call.body !== undefined && { "content-type": "application/json" }),
          ...(call.key !== undefined && { "idempotency-key": call.key }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(20_000),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return null;
    }
  }

  return {
    /** Resolves with the first response that does not ask for a retry. @throws if there is none in time */
    async call(call: Call): Promise<Answer> {
      const end = performance.now() + options.patienceMs;
      for (let last: Answer | null = null; ; repeated += 1) {
        const urls = options.urls();
        const answer = urls.length === 0 ? null : await once(call, urls[turn++ % urls.length]!);
        if (answer && !again(answer)) return answer;
        last = answer ?? last;
        if (performance.now() > end) throw new Error(`no answer to ${call.path}: ${JSON.stringify(last)}`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
    /** How many calls had to be repeated. */
    repeated: () => repeated,
  };
}

export type PersistentClient = ReturnType<typeof persistentClient>;
