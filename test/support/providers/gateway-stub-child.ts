/**
 * A provider as a process of its own, which is never killed while ours are: accepts messages by HTTP or SMPP and counts
 * them. Argument: {@link StubOptions} as JSON. It is queried and controlled over a second port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

import smpp, { type Pdu } from "smpp";

import type { StubBehavior, StubOptions } from "./gateway-stub.ts";
import { gatewayTally } from "./gateway-tally.ts";

const options = JSON.parse(process.argv[2]!) as StubOptions;
const tally = gatewayTally({ dedupe: options.dedupe ?? false });
const receiptUrls: string[] = [];
let behavior: StubBehavior = { latencyMs: options.latencyMs };
let faulty = 0;

/** The fault for this request, or null. Spread evenly, so that a share of 0.1 is every tenth. */
function faultNow(): NonNullable<StubBehavior["issue"]> | null {
  const { issue } = behavior;
  if (!issue) return null;
  const before = Math.floor(faulty * issue.share);
  faulty += 1;
  return Math.floor(faulty * issue.share) > before ? issue : null;
}

type Text = { readonly to: string; readonly ref?: string; readonly receipt?: string };

/** Kannel calls with a query, we with JSON. */
function textOf(request: IncomingMessage, body: string): Text {
  if (request.method !== "GET") return JSON.parse(body) as Text;
  const query = new URLSearchParams(request.url!.slice(request.url!.indexOf("?")));
  return { to: query.get("to")!.trim() };
}

function answerText(request: IncomingMessage, response: ServerResponse, body: string): void {
  const text = textOf(request, body);
  const issue = faultNow();
  if (issue?.kind === "refuse") {
    tally.refuse();
    response.writeHead(issue.status ?? 500).end("{}");
    return;
  }
  const id = tally.take(text.to, text.ref);
  if (text.receipt !== undefined) receiptUrls.push(`${text.receipt} ${id}`);
  if (issue) tally.leaveUnanswered();
  if (issue?.kind === "hang") return;
  if (issue?.kind === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  const reply = (): void => {
    if (request.method === "GET") response.writeHead(202).end("0: Accepted for delivery");
    else response.writeHead(200, { "content-type": "application/json" }).end(`{"id":"${id}"}`);
  };
  if (behavior.latencyMs === 0) reply();
  else setTimeout(reply, behavior.latencyMs);
}

const http = createServer((request, response) => {
  tally.opened();
  response.once("close", tally.closed);
  let body = "";
  request.on("data", (data) => (body += String(data)));
  request.on("end", () => answerText(request, response, body));
});
http.keepAliveTimeout = 60_000;

const smsc = smpp.createServer({}, (link) => {
  link.setMaxListeners(0);
  link.socket.setNoDelay(true);
  link.on("error", () => link.destroy());
  link.on("pdu", (pdu: Pdu) => {
    if (pdu.isResponse()) return;
    if (pdu.command !== "submit_sm") {
      link.send(pdu.response(pdu.command.startsWith("bind_") ? { system_id: "STUB" } : {}));
      if (pdu.command === "unbind") link.close();
      return;
    }
    tally.opened();
    const id = tally.take(pdu.destination_addr!, undefined);
    const reply = (): void => {
      tally.closed();
      link.send(pdu.response({ message_id: id }));
    };
    if (behavior.latencyMs === 0) reply();
    else setTimeout(reply, behavior.latencyMs);
  });
});

const control = createServer((request, response) => {
  const stream = (lines: Iterable<string>): void => void Readable.from(lines).pipe(response);
  switch (request.url) {
    case "/counts":
      return void response.end(JSON.stringify(tally.counts()));
    case "/seen":
      return stream(tally.seen());
    case "/arrivals":
      return stream(tally.arrivals());
    case "/receipts":
      return stream(receiptUrls.map((url) => `${url}\n`));
    case "/clear":
      tally.clear();
      receiptUrls.length = 0;
      return void response.end();
    case "/behave": {
      let body = "";
      request.on("data", (data) => (body += String(data)));
      request.on("end", () => {
        behavior = JSON.parse(body) as StubBehavior;
        response.end();
      });
      return;
    }
    default:
      return void response.writeHead(404).end();
  }
});

const provider = options.kind === "smpp" ? smsc : http;
provider.listen(0, "127.0.0.1", () =>
  control.listen(0, "127.0.0.1", () => {
    const [port, controlPort] = [provider, control].map((server) => (server.address() as AddressInfo).port);
    process.stdout.write(`${JSON.stringify({ event: "ready", port, controlPort })}\n`);
  }),
);
// The process that started this one has ended: its counts are no longer needed.
process.stdin.resume().once("end", () => process.exit(0));
