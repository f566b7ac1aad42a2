import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { Server as TcpServer, type AddressInfo, type Socket } from "node:net";

import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";

import { onTheWire, refusalOf, type Refusal } from "#api/request/unreadable-request";

import { serializeRequests } from "./serialize-requests.ts";
import type { At } from "./choose-port.ts";
import { lingeringClose, type Lingering } from "./lingering-close.ts";

export type Listening = { readonly url: string; close(): Promise<void> };

/** How long calls in progress may take to end when the service stops: container hosts give ten seconds in all. */
const DRAIN_MS = 5_000;

/**
 * How long an idle connection is then left open. Its client may be writing its next call: cut at once, that call would
 * be lost, as seen in a rolling restart. The response to a client that keeps sending asks it to disconnect.
 */
const IDLE_MS = 1_000;

/** Milliseconds that a client has for its headers, for headers and body together, and how often that is checked. */
export type Timeouts = {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
  /** During which nothing was sent or received on a connection that is not idle; then it is cut. */
  readonly silentMs?: number;
};

/** 2 MiB in a minute is 280 kbit/s. Node's default of five minutes would let a slow sender occupy a slot that long. */
const TIMEOUTS: Timeouts = { headersMs: 20_000, requestMs: 60_000, checkMs: 5_000 };

/**
 * A client that does not read its response would keep its connection forever, and ten thousand such clients would lock
 * out all others. No call takes as long, and a stream of events has something to say every 15 seconds.
 */
const SILENT_MS = 120_000;
/** Each takes a file descriptor: beyond this limit the service would have none left for its database and gateways. */
const MAX_CONNECTIONS = 10_000;

/** Listens for HTTP. Rejects if the port is in use. */
export function listen(
  app: Hono,
  at: At & {
    /** The one that answered. */
    readonly setting?: string;
    /** Address of the error reference. */
    readonly docsUrl?: string;
  },
  { headersMs, requestMs, checkMs, silentMs = SILENT_MS }: Timeouts = TIMEOUTS,
  lingering?: Lingering,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let closing = false;
    // Without this header, a client that keeps its connection busy would never disconnect by itself, and would lose a
    // call when the connection is cut.
    const answer: typeof app.fetch = (...call) => {
      const response = app.fetch(...call);
      return closing ? lastOf(response) : response;
    };
    const refusal = (reason?: string): Refusal =>
      refusalOf(reason, `req_${randomUUID().replaceAll("-", "")}`, at.docsUrl ?? "/docs/errors");
    const handle = getRequestListener(answer, {
      hostname: at.host,
      errorHandler(error) {
        if (!(error instanceof RequestError)) throw error;
        const { body, ...rest } = refusal();
        return new Response(body, rest);
      },
    });
    const serverOptions = {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      // Node's own response to this has no body.
      requireHostHeader: false,
    };
    const answerOne = serializeRequests((incoming, outgoing) => {
      const hosts = hostsIn(incoming);
      // HTTP/1.0 needs none, and a health check may be as old.
      if (hosts === 1 || (hosts === 0 && incoming.httpVersion === "1.0")) return void handle(incoming, outgoing);
      const { status, headers, body } = refusal();
      outgoing.writeHead(status, headers).end(body);
    });
    const server = createServer(serverOptions, (incoming, outgoing) => {
      // If the call were executed, it could not be answered, and the client would repeat it.
      if (connections.admit(incoming)) answerOne(incoming, outgoing);
    });
    const connections = lingeringClose(server, lingering);
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
      if (!connections.isAnswered(socket)) refuse(socket, refusal(error.code));
      connections.closeAtOnce(socket);
    });
    // RFC 9110 10.1.1 lets a server ignore any other expectation.
    server.on("checkExpectation", (incoming, outgoing) => void server.emit("request", incoming, outgoing));
    server.maxConnections = MAX_CONNECTIONS;
    server.setTimeout(silentMs);
    server.once("error", (error) => {
      reject(new Error(listenIssue(at, error), { cause: error }));
    });
    const listening = (): void => {
      const info = server.address() as AddressInfo;
      const host = info.family === "IPv6" ? `[${info.address}]` : info.address;
      resolve({
        url: `http://${host}:${info.port}`,
        close: () =>
          new Promise((done) => {
            if (!closing) closeConnections(server);
            closing = true;
            // Only the port: http.Server's own close() also cuts every idle connection at once.
            TcpServer.prototype.close.call(server, () => done());
          }),
      });
    };
    if (at.bound) server.listen(at.bound, listening).ref();
    else server.listen(at.port, at.host, listening);
  });
}

const LISTEN_ISSUES: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use: stop the process that listens there, or choose another port",
  EACCES: "requires more privileges: choose a port from 1024 on, behind a proxy",
  EADDRNOTAVAIL: "is not an address of this machine: choose one that is, or 0.0.0.0 for all",
  ENOTFOUND: "is a name that no address was found for: choose an address of this machine",
};

/** Why the port cannot be listened on, in a sentence. */
export function listenIssue(
  at: { readonly host: string; readonly port: number; readonly setting?: string },
  error: NodeJS.ErrnoException,
): string {
  const code = error.code ?? error.message;
  const why = LISTEN_ISSUES[code] ?? `cannot be used (${code})`;
  const host = at.host.includes(":") ? `[${at.host}]` : at.host;
  return `${at.setting ?? "TIDINGS_LISTEN"} ${host}:${at.port} ${why}.`;
}

/** How many Host headers there are. With two, a proxy may have meant the one that Node drops: RFC 9112 3.2. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Answers an unreadable request, unless part of another response was sent: the client would see them as one. */
function refuse(socket: Socket, refusal: Refusal): void {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { readonly headersSent: boolean } | null };
  if (socket.writable && !answer?.headersSent) socket.write(onTheWire(refusal));
}

/** Closes the connections that are left: idle ones soon, all of them in the end. */
function closeConnections(server: Server): void {
  setTimeout(() => {
    server.closeIdleConnections();
    // A connection whose last response was sent before the stop began becomes idle only now.
    const again = setInterval(() => server.closeIdleConnections(), IDLE_MS / 4).unref();
    server.once("close", () => clearInterval(again));
  }, IDLE_MS).unref();
  // A client that never ends its call must not keep the service from stopping.
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
}

async function lastOf(response: Response | Promise<Response>): Promise<Response> {
  const last = await response;
  last.headers.set("Connection", "close");
  return last;
}
