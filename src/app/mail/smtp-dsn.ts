import { Secret } from "#lib/secret";
import { err, ok, type Result } from "#lib/result";
import { isLoopback } from "#lib/ip";
import { percentDecoded } from "#lib/percent-decoded";

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
  const user = percentDecoded(url.username);
  const password = percentDecoded(url.password);
  if (user === null || password === null) return err("has an invalid percent-encoding in user or password");
  if ((user === "") !== (password === "")) return err("must have both a user and a password, or neither");
  if (url.port === "0") return err("has port 0");
  // As for http: a name in letters of any language, which the parser leaves percent-encoded under other schemes.
  const host = URL.parse(`http://${url.hostname}`)?.hostname.replace(/^\[(.*)\]$/, "$1");
  if (host === undefined) return err("has a host that is neither a name nor an address");
  return ok({
    host,
    port: url.port === "" ? (implicitTls ? SUBMISSIONS : SUBMISSION) : Number(url.port),
    implicitTls,
    isLoopback: isLoopback(host),
    user: user === "" ? null : user,
    password: password === "" ? null : new Secret(password),
  });
}
