import { encode, type Input } from "./encode.ts";
import { eventsOf } from "./events.ts";
import type { Operations } from "./generated/operation-types.ts";
import { operations } from "./generated/operations.ts";
import { readOperation } from "./operation.ts";
import type { CallOptions, ClientOptions, Page, StreamEvent } from "./options.ts";
import { pageOf } from "./paging.ts";
import { openTransport, type Transport } from "./request.ts";

/** The input may be left out where nothing in it is required. */
type Arguments<In> =
  Record<string, never> extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions];

type Result<Of extends Operations[keyof Operations]> = Of extends { kind: "page"; item: infer Item }
  ? Page<Of["data"], Item>
  : Of["kind"] extends "events"
    ? AsyncGenerator<StreamEvent<Of["data"]>, void, undefined>
    : Promise<Of["data"]>;

/** One method for each operation of the API, named by its `operationId`. */
export type Client = {
  readonly [Id in keyof Operations]: (...call: Arguments<Operations[Id]["input"]>) => Result<Operations[Id]>;
};

/**
 * A client of one service, for one user.
 *
 * Its methods return the `data` of the response. They reject with a TidingsError if the service refuses, with a
 * TidingsConnectionError if no usable response came, and with the signal's reason once that is aborted.
 *
 * @throws TypeError for options that cannot be used
 */
export function createClient(options: ClientOptions): Client {
  const transport = openTransport(options);
  const methods = Object.entries(operations).map(([id, entry]) => [id, methodOf(transport, entry)]);
  return Object.freeze(Object.fromEntries(methods)) as Client;
}

function methodOf(transport: Transport, entry: string): (input?: Input, options?: CallOptions) => unknown {
  const operation = readOperation(entry);
  return (input = {}, options = {}) => {
    const { signal } = options;
    switch (operation.kind) {
      case "data":
        return call(() => transport.data(encode(operation, input, options), signal));
      case "file":
        return call(() => transport.body(encode(operation, input, options), signal));
      case "events":
        return eventsOf(transport, () => encode(operation, input, options), signal);
      case "page":
        return pageOf((cursor) =>
          call(() =>
            cursor === null
              ? transport.data(encode(operation, input, options), signal)
              : transport.data(encode(operation, at(cursor, input), withoutKey(options)), signal),
          ),
        );
    }
  };
}

/** Wrong input rejects the promise like every other error, and is not thrown. */
const call = async <T>(start: () => Promise<T>): Promise<T> => await start();

/** A cursor takes the place of a page number. */
function at(cursor: string, { page: _page, ...input }: Input): Input {
  return { ...input, cursor };
}

/** A key belongs to one request, and each page is another. */
function withoutKey({ idempotencyKey: _key, ...options }: CallOptions): CallOptions {
  return options;
}
