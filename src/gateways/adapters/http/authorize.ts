import { createHmac } from "node:crypto";

import type { HttpSettings } from "./settings.ts";

/** Makes the headers that prove who we are; `signed` is what an HMAC covers. */
export function makeAuthorize(given: HttpSettings): (signed: string) => Record<string, string> {
  const templates = [given.body, given.path, ...given.header, given.balanceBody ?? "", given.balancePath].join("\n");
  const auth = given.auth ?? (given.password !== undefined && !/\{password[}?:]/.test(templates) ? "basic" : "none");
  const password = given.password ?? "";
  const name = given.authHeader.toLowerCase();
  const basic = Buffer.from(`${given.username ?? ""}:${password}`).toString("base64");
  if (auth === "basic") return () => ({ authorization: `Basic ${basic}` });
  if (auth === "bearer") return () => ({ authorization: `Bearer ${password}` });
  if (auth === "header") return () => ({ [name]: password });
  if (auth === "hmac") return (signed) => ({ [name]: createHmac("sha256", password).update(signed).digest("hex") });
  return () => ({});
}
