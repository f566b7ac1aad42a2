import { describe, expect, test } from "vitest";

import { type Attempt, isForgotten, sendOnce } from "../../console/src/lib/send-once.ts";
import { TidingsConnectionError, TidingsError } from "../../packages/client/src/index.ts";

type Reply = "lost after" | "lost before" | "answered" | "refused";

function error(status: number, code: string): TidingsError {
  const body = { status: "error", code, message: code, data: { status }, request_id: "req", docs: "" };
  return new TidingsError(body as never);
}

/** The service's handling of keys, and a network that loses what the script specifies. */
function peer(script: readonly Reply[]) {
  const replies = [...script];
  const done = new Map<string, { readonly input: string; readonly refused: boolean }>();
  const sent: string[] = [];
  let open: Attempt<string> | null = null;
  const answer = (input: string, key: string, refuses: boolean): string => {
    const before = done.get(key);
    if (before && before.input !== input) throw error(422, "idempotency_mismatch");
    if (!before) {
      done.set(key, { input, refused: refuses });
      if (!refuses) sent.push(input);
    }
    if (done.get(key)!.refused) throw error(422, "no_recipients");
    return `sent ${input}`;
  };
  const send = async (input: string, key: string): Promise<string> => {
    const reply = replies.shift() ?? "answered";
    if (reply === "lost before") throw new TidingsConnectionError("no connection");
    let result: string | Error;
    try {
      result = answer(input, key, reply === "refused");
    } catch (refusal) {
      result = refusal as Error;
    }
    if (reply === "lost after") throw new TidingsConnectionError("connection lost");
    if (result instanceof Error) throw result;
    return result;
  };
  return {
    sent,
    open: () => open,
    press: (input: string) => sendOnce({ input, open, send, keep: (attempt) => void (open = attempt) }),
  };
}

describe("an attempt whose outcome is unknown", () => {
  test("is repeated with its key, so that it is carried out once", async () => {
    const { press, sent, open } = peer(["lost after"]);
    await expect(press("A")).rejects.toThrow("connection lost");
    expect(open()).toMatchObject({ inputs: ["A"] });
    expect(await press("A")).toEqual({ result: "sent A", input: "A" });
    expect(sent).toEqual(["A"]);
    expect(open()).toBeNull();
  });

  test("is found out before another message is made", async () => {
    const { press, sent, open } = peer(["lost after"]);
    await expect(press("A")).rejects.toThrow();
    expect(await press("B")).toEqual({ result: "sent A", input: "A" });
    expect(sent).toEqual(["A"]);
    expect(open()).toBeNull();
    expect(await press("B")).toEqual({ result: "sent B", input: "B" });
    expect(sent).toEqual(["A", "B"]);
  });

  test("that never arrived is replaced by what is sent next", async () => {
    const { press, sent } = peer(["lost before"]);
    await expect(press("A")).rejects.toThrow();
    expect(await press("B")).toEqual({ result: "sent B", input: "B" });
    expect(sent).toEqual(["B"]);
  });

  test("stays unknown however often replies are lost, and one of its inputs is carried out", async () => {
    const { press, sent } = peer(["lost before", "lost after", "lost after", "lost before"]);
    for (const input of ["A", "B", "A", "C"]) await expect(press(input)).rejects.toThrow();
    expect(sent).toEqual(["B"]);
    expect(await press("C")).toEqual({ result: "sent B", input: "B" });
    expect(sent).toEqual(["B"]);
  });

  test("that had been refused gives way to what is sent next", async () => {
    const { press, sent, open } = peer(["refused"]);
    await expect(press("A")).rejects.toThrow("no_recipients");
    expect(open()).toBeNull();
    expect(await press("B")).toEqual({ result: "sent B", input: "B" });
    expect(sent).toEqual(["B"]);
  });

  test.each([
    [401, "unauthorized"],
    [429, "too_many_requests"],
    [409, "idempotency_in_flight"],
    [500, "internal"],
  ] as const)("is not ended by a %i: that says nothing about the call before", async (status, code) => {
    let open: Attempt<string> | null = { key: "key", inputs: ["A"], at: 0 };
    const send = () => Promise.reject(error(status, code));
    await expect(sendOnce({ input: "A", open, send, keep: (next) => void (open = next) })).rejects.toThrow(code);
    expect(open).toEqual({ key: "key", inputs: ["A"], at: 0 });
  });

  test("is asked about from the time on at which the service may have forgotten its key", () => {
    const attempt = { key: "key", inputs: ["A"], at: 0 };
    expect(isForgotten(attempt, 22 * 3_600_000)).toBe(false);
    expect(isForgotten(attempt, 24 * 3_600_000)).toBe(true);
  });
});
