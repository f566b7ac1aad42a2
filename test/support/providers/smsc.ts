import { once } from "node:events";
import type { AddressInfo } from "node:net";

import smpp, { type Pdu, type PduFields, type Session } from "smpp";

import { openWatch } from "./watch.ts";

/** One `submit_sm` as it reached the SMSC. */
export type Submitted = { readonly pdu: Pdu; readonly id: string; readonly bind: number };

/** The SMSC's response to one PDU. `null`: none, ever. */
export type Reaction = {
  readonly status?: number;
  readonly fields?: PduFields;
  readonly delayMs?: number;
  /** It is written once this has resolved. */
  readonly after?: Promise<unknown>;
} | null;

export type SmscOptions = {
  readonly key?: string;
  readonly cert?: string;
  /** Answers a bind; default: bound. */
  readonly onBind?: (pdu: Pdu, bind: number, link: Session) => Reaction;
  /** Answers a submit; default: accepted. */
  readonly onSubmit?: (submitted: Submitted, link: Session) => Reaction;
  readonly onEnquire?: () => Reaction;
  /** The form of a message id in the response. */
  readonly idInResponse?: (id: number) => string;
};

/**
 * A short message service center for tests, on the server side of npm `smpp`. It keeps everything it received, and the
 * test says what goes wrong. Kannel and Net::SMPP, on the other side, show that it speaks SMPP and not merely our
 * dialect of it.
 */
export async function startSmsc(options: SmscOptions = {}) {
  const submitted: Submitted[] = [];
  const binds: Pdu[] = [];
  const unbinds: Pdu[] = [];
  const heard: Pdu[] = [];
  const links = new Set<Session>();
  /** Checked after every PDU and every end of a link. */
  const { changed, until } = openWatch();

  let lastId = 0;
  const respond = (link: Session, pdu: Pdu, reaction: Reaction, fields: PduFields = {}): void => {
    if (reaction === null) return;
    const { status = 0, delayMs = 0, after } = reaction;
    const write = () =>
      link.send(pdu.response(status === 0 ? { ...fields, ...reaction.fields } : { command_status: status }));
    if (after) void after.then(write);
    else if (delayMs === 0) write();
    else setTimeout(write, delayMs);
  };

  const server = smpp.createServer({ key: options.key, cert: options.cert }, (link) => {
    links.add(link);
    link.setMaxListeners(0);
    link.socket.setNoDelay(true);
    let bind = 0;
    link.on("error", () => link.destroy());
    link.on("close", () => {
      links.delete(link);
      changed();
    });
    link.on("pdu", (pdu: Pdu) => {
      heard.push(pdu);
      if (pdu.command.startsWith("bind_") && !pdu.isResponse()) {
        binds.push(pdu);
        bind = binds.length;
        respond(link, pdu, options.onBind ? options.onBind(pdu, bind, link) : {}, { system_id: "SMSC" });
      } else if (pdu.command === "submit_sm") {
        lastId += 1;
        const one = { pdu, id: options.idInResponse ? options.idInResponse(lastId) : String(lastId), bind };
        submitted.push(one);
        respond(link, pdu, options.onSubmit ? options.onSubmit(one, link) : {}, { message_id: one.id });
      } else if (pdu.command === "enquire_link") {
        respond(link, pdu, options.onEnquire ? options.onEnquire() : {});
      } else if (pdu.command === "unbind") {
        unbinds.push(pdu);
        link.send(pdu.response());
        link.close();
      }
      changed();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  /** Sends a PDU by the newest link (or by `by`) and resolves with the response. */
  const deliver = (fields: PduFields, by: Session = [...links].at(-1)!, command = "deliver_sm"): Promise<Pdu> => {
    const pdu = new smpp.PDU(command, fields);
    return new Promise((resolve, reject) => {
      const listen = (answer: Pdu): void => {
        if (!answer.isResponse() || answer.sequence_number !== pdu.sequence_number) return;
        by.off("pdu", listen);
        resolve(answer);
      };
      by.on("pdu", listen);
      by.once("close", () => reject(new Error("the link closed before the answer")));
      if (!by.send(pdu)) reject(new Error("the link is closed"));
    });
  };

  return {
    port,
    submitted,
    binds,
    unbinds,
    heard,
    links,
    until,
    deliver,
    /** Delivers a receipt with the usual body, and resolves with the response. */
    receipt(id: string, state = "DELIVRD", fields: PduFields = {}): Promise<Pdu> {
      const body = `id:${id} sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:${state} err:000 text:`;
      return deliver({ esm_class: 0x04, data_coding: 0, short_message: Buffer.from(body, "ascii"), ...fields });
    },
    /** Cuts every link without notice. */
    cut(): void {
      for (const link of links) link.destroy();
    },
    async close(): Promise<void> {
      for (const link of links) link.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export type Smsc = Awaited<ReturnType<typeof startSmsc>>;

/** The text of a submit as a phone would show it, and its user data header in hex. */
export function shown({ pdu }: Submitted): { readonly text: string; readonly header: string | null } {
  const field = pdu.short_message as { message: string; udh?: readonly Buffer[] };
  const payload = pdu.message_payload as { message: string } | undefined;
  return {
    text: field.message.length > 0 ? field.message : (payload?.message ?? ""),
    header: field.udh ? Buffer.concat([...field.udh]).toString("hex") : null,
  };
}
