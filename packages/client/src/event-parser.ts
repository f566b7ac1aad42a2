/** One block of an event stream. `data` is absent in a block that only sets `id` or `retry`. */
export type ParsedEvent = {
  readonly type: string;
  readonly data: string | undefined;
  readonly id: string | undefined;
  /** The pause before a reconnection that the server wants. */
  readonly retryMs: number | undefined;
};

/** Parses `text/event-stream` (WHATWG HTML, 9.2) from chunks that may end anywhere, within a character too. */
export function eventParser(): { read(bytes: Uint8Array): ParsedEvent[] } {
  const decoder = new TextDecoder();
  let rest = "";
  let block: string[] = [];

  return {
    read(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      // What follows the last line end is not complete; nor is a CR at the end, which LF may follow.
      rest = lines.pop()!;
      const events: ParsedEvent[] = [];
      for (const line of lines) {
        if (line !== "") block.push(line);
        else if (block.length > 0) {
          events.push(parseBlock(block));
          block = [];
        }
      }
      return events;
    },
  };
}

function parseBlock(lines: readonly string[]): ParsedEvent {
  const data: string[] = [];
  let type = "message";
  let id: string | undefined;
  let retryMs: number | undefined;
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") data.push(value);
    else if (name === "event") type = value || "message";
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  }
  return { type, data: data.length > 0 ? data.join("\n") : undefined, id, retryMs };
}
