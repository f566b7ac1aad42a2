import type { Client, ErrorCode, Operations, TidingsError } from "tidings-client";
import type { WebhookEvent } from "tidings-client/webhooks";

/** Compiles if the types are correct; it is never run. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type All<T extends readonly true[]> = T;
/** A union of words that an editor can offer: `"a" | string` has none. */
type Offers<T> = string extends Extract<T, string> ? false : true;
type Send = Operations["sendMessage"]["input"];

export type Checks = All<
  [
    Same<ReturnType<Client["sendMessage"]>, Promise<Operations["sendMessage"]["data"]>>,
    Same<Parameters<Client["getCredit"]>["length"], 0 | 1 | 2>,
    Same<Parameters<Client["getGroup"]>["length"], 1 | 2>,
    Same<Operations["getGroup"]["input"]["id"], number>,
    Same<Operations["listOutbox"]["item"], Operations["listOutbox"]["data"]["items"][number]>,
    Same<null extends Operations["listOutbox"]["input"]["cursor"] ? true : false, true>,
    Same<Operations["exportOutbox"]["data"], ReadableStream<Uint8Array>>,
    Same<undefined extends Send["category"] ? true : false, true>,
    Offers<Send["category"]>,
    Offers<Extract<Send["recipients"], readonly unknown[]>[number]>,
    Same<Extract<Send["group_ids"], string>, "all">,
    Same<TidingsError["code"], ErrorCode>,
    Same<Operations["sendMessage"]["errors"] extends ErrorCode ? true : false, true>,
    Same<Extract<WebhookEvent, { type: "message.failed" }>["data"]["recipient"], string | null>,
  ]
>;

declare const tidings: Client;
declare const error: TidingsError;

export function refusals(): void {
  // @ts-expect-error -- a required parameter is missing
  void tidings.getGroup({});
  // @ts-expect-error -- so it is here
  void tidings.getGroup();
  // @ts-expect-error -- a name that the API does not know
  void tidings.listOutbox({ page_size: 5 });
  // @ts-expect-error -- a word that the API does not know
  void tidings.listOutbox({ status: "sended" });
  // @ts-expect-error -- a code that the API does not have
  if (error.code === "no_such_code") void error;
}
