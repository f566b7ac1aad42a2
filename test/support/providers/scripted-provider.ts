import { createServer } from "node:http";
import { listen } from "../service/listen.ts";

export type Asked = { readonly to: string; readonly text: string; readonly ref: string };

/** The provider's response. `null`: none, ever. */
export type ProviderReply = { readonly status?: number; readonly body?: string } | null;

/** A provider outside our code whose every response the test decides; `seen` is what it received, in order. */
export async function startScriptedProvider(
  answer: (asked: Asked, nth: number) => ProviderReply | Promise<ProviderReply>,
) {
  const seen: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    const reply = async (): Promise<void> => {
      const asked = JSON.parse(body) as Asked;
      seen.push(asked);
      const given = await answer(asked, seen.length);
      if (given === null) return;
      response
        .writeHead(given.status ?? 200, { "content-type": "application/json" })
        .end(given.body ?? JSON.stringify({ id: `p${seen.length}` }));
    };
    request.on("end", () => void reply());
  });
  const { port, close } = await listen(server);
  const template = encodeURIComponent('{"to":"{to}","text":"{text}","ref":"{ref}"}');
  return {
    seen,
    /** How often each number was requested. */
    times(): Map<string, number> {
      const times = new Map<string, number>();
      for (const { to } of seen) times.set(to, (times.get(to) ?? 0) + 1);
      return times;
    },
    dsn: (more = "") => `http://user:secret@127.0.0.1:${port}/sms?body=${template}&id=/id${more}`,
    close,
  };
}
