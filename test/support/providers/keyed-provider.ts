import { createServer } from "node:http";
import { listen } from "../service/listen.ts";

/** A provider outside our process that accepts some passwords, and counts the messages accepted with each. */
export async function startKeyedProvider(options: {
  readonly latencyMs?: number;
  readonly passwords: readonly string[];
}) {
  const taken: { readonly to: string; readonly password: string }[] = [];
  let passwords = new Set(options.passwords);
  let refused = 0;
  let failure: number | null = null;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      const [, password = ""] = Buffer.from(request.headers.authorization?.slice(6) ?? "", "base64")
        .toString()
        .split(":");
      const answer = (status: number, text: string): void => {
        setTimeout(
          () => response.writeHead(status, { "content-type": "application/json" }).end(text),
          options.latencyMs ?? 0,
        );
      };
      if (!passwords.has(password)) {
        refused += 1;
        return answer(401, "{}");
      }
      if (request.url?.startsWith("/balance")) return answer(200, '{"balance":"12.50"}');
      taken.push({ to: (JSON.parse(body) as { to: string }).to, password });
      if (failure !== null) return answer(failure, "{}");
      return answer(200, `{"id":"p${taken.length}"}`);
    });
  });
  const { port, close } = await listen(server);
  return {
    taken,
    refused: (): number => refused,
    accept: (...only: string[]): void => void (passwords = new Set(only)),
    /** Accepts messages and responds with this status, which leaves their outcome unknown; null: as usual. */
    answerWith: (status: number | null): void => void (failure = status),
    /** Settings of a stored gateway of kind `http`. */
    settings: (password: string, more: Readonly<Record<string, unknown>> = {}) => ({
      host: `127.0.0.1:${port}`,
      plain: true,
      path: "/sms",
      username: "shop",
      password,
      auth: "basic",
      body: '{"to":"{to}","text":"{text}","ref":"{ref}"}',
      id: "/id",
      balance_path: "/balance",
      balance: "/balance",
      window: 20,
      ...more,
    }),
    close,
  };
}
