import { Readable } from "node:stream";

import type SMTPConnection from "nodemailer/lib/smtp-connection";

import { MailUnavailable, type Mail, type Mailer, type MailOutcome, type MailSession } from "#domain/alerts/mailer";
import { withTimeout } from "#lib/with-timeout";
import { second } from "#lib/time";

import type { SmtpSettings } from "./smtp-dsn.ts";

/** For the connection with TLS, the greeting, and signing in; and for each response after that. */
export type SmtpTimeouts = { readonly connectMs: number; readonly answerMs: number };

/** Together less than the lease of a notification, which the mark renews between the two. */
const TIMEOUTS: SmtpTimeouts = { connectMs: 10 * second, answerMs: 10 * second };
const REASON_LENGTH = 200;

type SmtpError = Error & { readonly responseCode?: number; readonly response?: string };

/**
 * Sends mail by SMTP. Without TLS it sends nothing, except to a server on this machine.
 *
 * @param from address of the sender
 */
export function smtpMailer(settings: SmtpSettings, from: string, timeouts: SmtpTimeouts = TIMEOUTS): Mailer {
  return {
    async connect(stop) {
      // Most starts never need it.
      const { default: Connection } = await import("nodemailer/lib/smtp-connection");
      const connection = new Connection({
        host: settings.host,
        port: settings.port,
        secure: settings.implicitTls,
        requireTLS: !settings.implicitTls && !settings.isLoopback,
        ignoreTLS: !settings.implicitTls && settings.isLoopback,
        connectionTimeout: timeouts.connectMs,
        greetingTimeout: timeouts.connectMs,
        dnsTimeout: timeouts.connectMs,
        socketTimeout: timeouts.answerMs,
        tls: { minVersion: "TLSv1.2" },
      });
      // Errors between the calls are reported by the next one.
      connection.on("error", () => undefined);
      try {
        await within(timeouts.connectMs + timeouts.answerMs, stop, (done) => signIn(connection, settings, done));
      } catch (error) {
        connection.close();
        throw new MailUnavailable(reasonOf(error, settings), { cause: error });
      }
      return sessionOf(connection, settings, { from, answerMs: timeouts.answerMs, stop });
    },
  };
}

type Done = (error?: unknown) => void;

function signIn(connection: SMTPConnection, { user, password }: SmtpSettings, done: Done): void {
  connection.once("error", done);
  connection.connect((error?: unknown) => {
    if (error) return done(error);
    if (user === null || password === null) return done();
    connection.login({ credentials: { user, pass: password.reveal() } }, (refusal?: unknown) =>
      done(refusal ?? undefined),
    );
  });
}

function sessionOf(
  connection: SMTPConnection,
  settings: SmtpSettings,
  {
    from,
    answerMs,
    stop,
  }: { readonly from: string; readonly answerMs: number; readonly stop: AbortSignal | undefined },
): MailSession {
  return {
    close: () => connection.close(),
    async send(mail): Promise<MailOutcome> {
      const content = await composed(mail, from);
      let begun = false;
      // Read only once the server has accepted the DATA command.
      const source = Readable.from(
        (function* () {
          begun = true;
          yield content;
        })(),
      );
      try {
        await within(2 * answerMs, stop, (done) => {
          connection.once("error", done);
          connection.once("end", () => done(new Error("the connection ended")));
          connection.send({ from, to: [mail.to] }, source, (error?: unknown) => done(error ?? undefined));
        });
        connection.quit();
        return { kind: "sent" };
      } catch (error) {
        return { kind: kindOf(error as SmtpError, begun), reason: reasonOf(error, settings) };
      }
    },
  };
}

/** A response after the text is as clear as one before it; silence after it is not. */
function kindOf({ responseCode }: SmtpError, begun: boolean): Exclude<MailOutcome["kind"], "sent"> {
  if (responseCode !== undefined && responseCode >= 500) return "refused";
  if (responseCode !== undefined && responseCode >= 400) return "again";
  return begun ? "unknown" : "again";
}

async function composed({ to, subject, text, id, follows }: Mail, from: string): Promise<Buffer> {
  const { default: Composer } = await import("nodemailer/lib/mail-composer");
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const composer = new Composer({
    from: { name: "Tidings", address: from },
    to: { name: "", address: to },
    subject,
    text,
    messageId: `<${id}@${domain}>`,
    ...(follows !== null && { inReplyTo: `<${follows}@${domain}>`, references: `<${follows}@${domain}>` }),
    // No out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Fails after `timeoutMs` at the latest: a server may send one byte at a time. */
async function within(timeoutMs: number, stop: AbortSignal | undefined, begin: (done: Done) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stopped = (): void => reject(new Error("the service stopped"));
  if (stop?.aborted) stopped();
  stop?.addEventListener("abort", stopped);
  begin((error) => {
    if (error === undefined || error === null) resolve();
    else reject(error instanceof Error ? error : new Error("the connection failed"));
  });
  try {
    await withTimeout(promise, timeoutMs);
  } finally {
    stop?.removeEventListener("abort", stopped);
  }
}

/** What the server answered, or what became of the connection: for people, on one line. */
function reasonOf(error: unknown, { host, port, user, password }: SmtpSettings): string {
  const { message, response } = error as SmtpError;
  const words = (response ?? message).replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  const plain = [password?.reveal(), user].filter((secret) => typeof secret === "string");
  // Servers that do not understand a line repeat it, and AUTH sends the credentials in base64.
  const encoded = [...plain, `\0${user}\0${password?.reveal()}`].map((secret) =>
    Buffer.from(secret).toString("base64"),
  );
  const clean = [...encoded, ...plain].reduce((text, secret) => text.replaceAll(secret, "•••"), words);
  return `${host}:${port}: ${clean}`.slice(0, REASON_LENGTH);
}
