import { createHmac } from "node:crypto";

import type { HttpSettings } from "./settings.ts";
import { compile, headerPlaceholders, render, signedPlaceholders, type Values } from "./template.ts";

/** A request as a signature sees it. */
export type Signed = {
  readonly method: string;
  readonly host: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string | undefined;
  readonly values: Values;
};

/** Makes the authentication headers. */
export function makeAuthorize(given: HttpSettings): (request: Signed) => Record<string, string> {
  const templates = [given.body, given.path, ...given.header, given.balanceBody ?? "", given.balancePath].join("\n");
  const auth = given.auth ?? (given.password !== undefined && !/\{password[}?:]/.test(templates) ? "basic" : "none");
  const password = given.password ?? "";
  const name = given.authHeader.toLowerCase();
  const basic = Buffer.from(`${given.username ?? ""}:${password}`).toString("base64");
  if (auth === "basic") return () => ({ authorization: `Basic ${basic}` });
  if (auth === "bearer") return () => ({ authorization: `Bearer ${password}` });
  if (auth === "header") return () => ({ [name]: password });
  // Requested before each call; it is among the values of that call.
  if (auth === "oauth2") return ({ values }) => ({ authorization: `Bearer ${String(values["token"])}` });
  if (auth !== "hmac") return () => ({});

  const signed = given.sign === undefined ? null : compile(given.sign, signedPlaceholders);
  const value = compile(given.authValue, headerPlaceholders);
  return ({ method, host, target, body, values }) => {
    const all = { ...values, method, host, path: target, body: body ?? "" };
    const text = signed === null ? (body ?? target) : render(signed, all, (part) => part);
    const signature = createHmac(given.signHash, password).update(text).digest(given.signAs);
    return { [name]: render(value, { ...all, signature }, (part) => part) };
  };
}
