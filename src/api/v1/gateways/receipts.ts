import { RECEIPT_BODY_BYTES, RECEIPTS_PATH } from "#contract/receipts";
import type { Gateway, ProviderCall } from "#domain/gateways/gateway";
import type { ReceivedEvents } from "#domain/inbox/receive-provider-events";
import { isUnread } from "#domain/inbox/unread-call";
import { charsetIn, decodeForm, decodeText, isMultipartForm } from "#lib/decode-text";

import type { Mount } from "../../app.ts";
import { HttpError } from "../../response/http-error.ts";
import { apiHeaders } from "../../response/headers.ts";
import { answered } from "../../answered.ts";
import { cutOff, readBytes } from "../../request/read-bytes.ts";
import type { ApiDeps } from "../../services.ts";

/** A call of a provider that could not be read, without its content. */
export type UnreadCall = {
  readonly method: string;
  /** Without its parameters; "" if there is none. */
  readonly mediaType: string;
  readonly bytes: number;
  readonly requestId: string;
};

export type ReceiptEndpointDeps = Pick<ApiDeps, "isDatabaseDown" | "log" | "newRequestId" | "docsUrl" | "observe"> & {
  /** /svc/v1 behind the mount prefix. */
  readonly base: string;
  /** The URL that providers use for us, without a trailing slash. */
  readonly publicUrl: string;
  readonly gatewayOf: (name: string) => Gateway | null;
  /** Whether a token is the one in the gateway's receipt URL; takes the same time for every wrong one. */
  readonly isToken: (gateway: string, token: string) => boolean;
  /** Resolves when the events are committed. */
  readonly receiveProviderEvents: (gateway: string, events: ReceivedEvents) => Promise<void>;
  /** Notified of a call that could not be parsed; never of its content. */
  readonly unread?: (gateway: string, call: UnreadCall) => void;
  /** Notified of a call whose signature is wrong or missing. */
  readonly forged?: (gateway: string, requestId: string) => void;
  /** Notified of a call at the address of a gateway that is not here. */
  readonly gone?: (gateway: string) => void;
};

/**
 * The route that providers call with receipts and inbound messages. Not an endpoint: the body must stay as received,
 * because it is signed, and the response has the provider's format.
 *
 * A 2xx is returned only once everything is committed; in all other cases the provider retries.
 */
export function receiptsMount(services: ReceiptEndpointDeps): Mount {
  const path = services.base + RECEIPTS_PATH.replaceAll(/\{(\w+)\}/g, ":$1");
  return (app) => {
    app.on(["GET", "POST"], path, async (c) => {
      const name = c.req.param("gateway") ?? "";
      const isAddress = services.isToken(name, c.req.param("token") ?? "");
      const gateway = isAddress ? services.gatewayOf(name) : null;
      // Only those who were given the address know the token, so the log cannot be filled by guessing.
      if (isAddress && !gateway) services.gone?.(name);
      // HEAD gets the response of a wrong address: a link checker must not report anything.
      const receive = gateway?.receive;
      if (!receive || c.req.raw.method === "HEAD") return c.notFound();
      const ended = services.observe?.("other", "other");
      const response = await answered(c.req.raw, services, async (requestId) => {
        const call = await callOf(c.req.raw, services);
        const events = await receive(call);
        if (events.forged) {
          services.forged?.(name, requestId);
          throw new HttpError("unauthorized", "The signature of this call is invalid.");
        }
        if (isUnread(events) && !isEmpty(call)) services.unread?.(name, shapeOf(call, c.req.raw, requestId));
        await services.receiveProviderEvents(name, events);
        const headers = apiHeaders(requestId, events.reply.contentType);
        return new Response(events.reply.body, { status: events.reply.status, headers });
      });
      ended?.(response.status);
      return response;
    });
  };
}

/** Someone opening the URL: it has no content except our own reference. */
const isEmpty = ({ body, query }: ProviderCall): boolean =>
  body.trim() === "" && Object.keys(query).every((name) => name === "ref");

/** The parts of a call that may be logged: nothing that its sender wrote, except the type of the body. */
function shapeOf({ method, body }: ProviderCall, request: Request, requestId: string) {
  const mediaType = /^[a-z]{1,20}\/[\w.+-]{1,60}/i.exec(request.headers.get("content-type") ?? "")?.[0] ?? "";
  return { method, mediaType, bytes: Buffer.byteLength(body), requestId };
}

async function callOf(request: Request, services: ReceiptEndpointDeps): Promise<ProviderCall> {
  // Cut from the string, not from a parsed URL: a signature covers the exact bytes of the request.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  const at = target.indexOf("?");
  const bytes = request.method === "GET" ? null : await readBytes(request, RECEIPT_BODY_BYTES).catch(cutOff);
  return {
    method: request.method,
    url: services.publicUrl + target,
    // Only read where a signature is checked.
    get headers() {
      return Object.fromEntries(request.headers);
    },
    query: at === -1 ? {} : Object.fromEntries(decodeForm(target.slice(at))),
    body: bytes === null ? "" : bodyOf(bytes, request.headers.get("content-type")),
  };
}

const bodyOf = (bytes: Uint8Array, mediaType: string | null): string =>
  isMultipartForm(mediaType) ? Buffer.from(bytes).toString("latin1") : decodeText(bytes, charsetIn(mediaType));
