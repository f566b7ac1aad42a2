import type { components, operations, paths, webhooks } from "api-types";

/** Compiles if the types are what we mean them to be; nothing runs. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** A union of words that an editor can offer: `"a" | string` has none. */
type Offers<T> = string extends Extract<T, string> ? false : true;
type All<T extends readonly true[]> = T;

type Reply<
  Name extends keyof operations,
  Status extends keyof operations[Name]["responses"],
> = operations[Name]["responses"][Status] extends { content: infer Content } ? Content : never;
type Body<Name extends keyof operations> =
  NonNullable<operations[Name]["requestBody"]> extends { content: { "application/json": infer Json } } ? Json : never;

export type Checks = All<
  [
    // Success and failure by status, failures by content type: no union in one schema.
    Same<Reply<"sendMessage", 200>["application/json"]["status"], "success">,
    Same<keyof Reply<"sendMessage", 200>, "application/json">,
    Same<Reply<"sendMessage", 400>["application/json"], components["schemas"]["Error"]>,
    Same<Reply<"sendMessage", 400>["application/problem+json"], components["schemas"]["Problem"]>,
    Same<keyof Reply<"sendMessage", 400>, "application/json" | "application/problem+json">,
    // Accepted values are typed as accepted, and an editor has words to offer.
    Same<1 extends Body<"subscribe">["group_id"] ? true : false, true>,
    Same<number[] extends Body<"subscribe">["group_id"] ? true : false, true>,
    Same<"new_sms" extends Body<"registerWebhook">["type"] ? true : false, true>,
    Offers<Body<"registerWebhook">["type"]>,
    Offers<Body<"sendMessage">["recipients"]>,
    Offers<Extract<Body<"sendMessage">["recipients"], readonly unknown[]>[number]>,
    Offers<Body<"sendMessage">["category"]>,
    Same<Extract<Body<"sendMessage">["group_ids"], string>, "all">,
    // Bodies: present if a call needs one, and for DELETE too.
    Same<undefined extends operations["sendMessage"]["requestBody"] ? true : false, false>,
    Same<undefined extends operations["updateGroup"]["requestBody"] ? true : false, true>,
    Same<Body<"unregisterWebhook">["webhook_url"], string>,
    Same<Body<"deleteGroup">["force"], boolean | undefined>,
    // What we send.
    Same<webhooks["message.failed"]["post"]["requestBody"]["content"]["application/json"]["type"], "message.failed">,
    Same<paths["/messages/{id}/pause"]["post"], operations["pauseMessage"]>,
  ]
>;
