import { Readable, type Writable } from "node:stream";

import type pg from "pg";

/** Rows arrive one by one; they are passed on in parts of this size. */
const PART_BYTES = 65_536;

/** The part of pg's connection that COPY needs. Its `query` accepts any object that submits itself. */
type Wire = {
  readonly stream: Writable & Readable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

type Submitted = {
  submit(wire: Wire): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
  handleCommandComplete(): void;
  handleCopyInResponse?(wire: Wire): void;
  handleCopyData?(message: { readonly chunk: Buffer }, wire: Wire): void;
};

function submit(client: pg.Client, query: Submitted): void {
  client.query(query as unknown as pg.Submittable);
}

/**
 * The output of `copy … to stdout`, in parts, no faster than it is read. A reader that stops early must end the
 * session.
 */
export function copyOut(client: pg.Client, text: string): Readable {
  let wire: Wire | null = null;
  let rows: Buffer[] = [];
  let size = 0;
  const hand = (): boolean => {
    const part = Buffer.concat(rows);
    rows = [];
    size = 0;
    return part.length === 0 || readable.push(part);
  };
  const readable = new Readable({ highWaterMark: 4 * PART_BYTES, read: () => void wire?.stream.resume() });
  submit(client, {
    submit(given) {
      wire = given;
      wire.query(text);
    },
    handleCopyData({ chunk }) {
      // The parser reuses the same memory for the next rows.
      rows.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= PART_BYTES && !hand()) wire!.stream.pause();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      hand();
      readable.push(null);
    },
    handleError: (error) => void readable.destroy(error),
  });
  return readable;
}

/**
 * Sends data to `copy … from stdin`, no faster than it is accepted. Rejects with the server's reason, or the source's.
 */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let cause: unknown = null;
    let over = false;
    const pump = async (wire: Wire): Promise<void> => {
      for await (const part of source) {
        if (over) return;
        wire.sendCopyFromChunk(part);
        if (wire.stream.writableNeedDrain) await new Promise((drained) => wire.stream.once("drain", drained));
      }
      wire.endCopyFrom();
    };
    submit(client, {
      submit: (wire) => wire.query(text),
      handleCopyInResponse(wire) {
        pump(wire).catch((error: unknown) => {
          cause = error;
          wire.sendCopyFail("the source failed");
        });
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError(error) {
        over = true;
        reject(cause instanceof Error ? cause : error);
      },
    });
  });
}
