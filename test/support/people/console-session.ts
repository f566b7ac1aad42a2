import type { Hono } from "hono";

/** Where a call comes from: by default a script of our own page, on this machine. */
export type Origin = {
  readonly ip?: string;
  readonly encrypted?: boolean;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type ConsoleReply = {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- each endpoint has its own
  readonly body: any;
  /** "name=value" of the cookie that was set; null: none was. */
  readonly cookie: string | null;
  readonly setCookie: string | null;
};

const OWN = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

/** Calls as the console makes them: JSON, a cookie, and what a browser adds. */
export function consoleOf(app: () => Hono) {
  return async function call(method: string, path: string, body?: unknown, from: Origin = {}): Promise<ConsoleReply> {
    const { ip = "127.0.0.1", encrypted = false } = from;
    const response = await app().request(
      `http://127.0.0.1/svc/v1${path}`,
      {
        method,
        headers: {
          host: "127.0.0.1",
          ...(from.headers ?? OWN),
          ...(from.cookie !== undefined && { cookie: from.cookie }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: ip, encrypted } } },
    );
    const setCookie = response.headers.get("set-cookie");
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
      cookie: setCookie?.split(";")[0] ?? null,
      setCookie,
    };
  };
}
