import type { StubCounts } from "./gateway-tally.ts";
import { childProgram } from "../service/child-program.ts";
import { startTalker } from "../service/processes.ts";

const script = childProgram("gateway-stub-child");

export type StubOptions = {
  readonly kind: "http" | "smpp";
  /** Milliseconds until a message is answered. */
  readonly latencyMs: number;
  /** A second request under the same reference sends nothing and gets the first one's response. */
  readonly dedupe?: boolean;
};

export type StubBehavior = {
  readonly latencyMs: number;
  /**
   * The response to a share (0-1) of the requests. `refuse`: an error status, no message. `hang`: accepted, never
   * answered. `reset`: accepted, and the connection breaks instead of a response.
   */
  readonly issue?: {
    readonly kind: "refuse" | "hang" | "reset";
    readonly share: number;
    readonly status?: number;
  };
};

/** When a number was first sent to ({@link machineMs}), and how often. */
export type Seen = { readonly at: number; readonly times: number };

export type GatewayStub = Awaited<ReturnType<typeof startGatewayStub>>;

/** Starts a provider as a process of its own that counts what it accepts. */
export async function startGatewayStub(options: StubOptions) {
  const talker = startTalker(script, options);
  const { port, controlPort } = (await talker.next("ready")) as { port: number; controlPort: number };
  const ask = async (path: string, body?: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${controlPort}${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
  const lines = async (path: string): Promise<string[]> =>
    (await (await ask(path)).text()).split("\n").filter((line) => line !== "");
  return {
    pid: talker.pid,
    port,
    /** DSN of this provider for TIDINGS_GATEWAY; `more` are further settings, as `&window=20`. */
    dsn(more = "", fields: Readonly<Record<string, string>> = {}): string {
      if (options.kind === "smpp") return `smpp://user:secret@127.0.0.1:${port}?from=Bench${more}`;
      const template = encodeURIComponent(JSON.stringify({ to: "{to}", text: "{text}", ref: "{ref}", ...fields }));
      const dedup = options.dedupe ? "&dedup=true" : "";
      return `http://user:secret@127.0.0.1:${port}/sms?body=${template}&id=/id${dedup}${more}`;
    },
    counts: async (): Promise<StubCounts> => (await (await ask("/counts")).json()) as StubCounts,
    /** Every number that was sent to, with its plus. */
    async seen(): Promise<Map<string, Seen>> {
      const parts = (await lines("/seen")).map((line) => line.split(" "));
      return new Map(parts.map(([digits, at, times]) => [`+${digits}`, { at: Number(at), times: Number(times) }]));
    },
    /** When each message was accepted, in order. */
    arrivals: async (): Promise<number[]> => (await lines("/arrivals")).map(Number),
    /** `URL id` of each message that came with a receipt's address in the field `receipt`. */
    receipts: async (): Promise<{ url: string; id: string }[]> =>
      (await lines("/receipts")).map((line) => ({ url: line.split(" ")[0]!, id: line.split(" ")[1]! })),
    behave: async (behavior: StubBehavior): Promise<void> => void (await ask("/behave", behavior)),
    clear: async (): Promise<void> => void (await ask("/clear")),
    async stop(): Promise<void> {
      talker.kill("SIGKILL");
      await talker.exited;
    },
  };
}
