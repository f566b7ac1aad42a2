import { isIP } from "node:net";

import { Secret } from "#lib/redact";
import { err, ok, type Result } from "#lib/result";

/** The mail server that alerts are sent through. */
export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS is required, except on loopback. */
  readonly implicitTls: boolean;
  readonly isLoopback: boolean;
  readonly user: string | null;
  readonly password: Secret | null;
};

const SUBMISSIONS = 465;
const SUBMISSION = 587;

/** `smtp://` (STARTTLS) or `smtps://`, with user and password percent-encoded. The error never quotes the setting. */
export function readSmtpDsn(text: string): Result<SmtpSettings, string> {
  const url = URL.parse(text);
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    return err("must be smtp://user:password@host:port or smtps://user:password@host:port");
  }
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") {
    return err("has something after the port; percent-encode special characters of the password");
  }
  const implicitTls = url.protocol === "smtps:";
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === null || password === null) return err("has an invalid percent-encoding in user or password");
  if ((user === "") !== (password === "")) return err("must have both a user and a password, or neither");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return ok({
    host,
    port: url.port === "" ? (implicitTls ? SUBMISSIONS : SUBMISSION) : Number(url.port),
    implicitTls,
    isLoopback: host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127.")),
    user: user === "" ? null : user,
    password: password === "" ? null : new Secret(password),
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
