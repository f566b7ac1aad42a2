import { afterEach, expect, test } from "vitest";

import { readSmtpDsn } from "#app/mail/smtp-dsn";
import { smtpMailer } from "#app/mail/smtp-mailer";
import { MailUnavailable, type Mail } from "#domain/alerts/mailer";

import { startSmtpServer, type SmtpAnswer } from "../../support/mail/smtp-server.ts";

let server: Awaited<ReturnType<typeof startSmtpServer>> | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const mail: Mail = {
  to: "ops@example.com",
  subject: "[Tidings] Über",
  text: "Zeile ä\n.\nEnd\n",
  id: "alert-1",
  follows: "alert-0",
};
/** For servers that never respond. Others get the timeout of production. */
const QUICK = { connectMs: 300, answerMs: 300 };

/** For those that stop responding after their first response, which a busy machine may delay. */
const PATIENT = { connectMs: 10_000, answerMs: 3_000 };

async function mailerOf(answer?: SmtpAnswer, more: object = {}, patience?: typeof QUICK) {
  server = await startSmtpServer(answer);
  const read = readSmtpDsn(server.dsn());
  if (!read.ok) throw new Error(read.error);
  return smtpMailer({ ...read.value, ...more }, "tidings@example.com", patience);
}

const sendBy = async (answer: SmtpAnswer, patience?: typeof QUICK) =>
  (await (await mailerOf(answer, {}, patience)).connect()).send(mail);

test("a mail arrives with its text, its subject and the mail that it continues", async () => {
  const session = await (await mailerOf()).connect();
  expect(await session.send(mail)).toEqual({ kind: "sent" });
  const [received] = server!.mails;
  expect(received).toMatchObject({ from: "tidings@example.com", to: ["ops@example.com"] });
  expect(received!.headers).toMatchObject({
    "message-id": "<alert-1@example.com>",
    "in-reply-to": "<alert-0@example.com>",
    "auto-submitted": "auto-generated",
  });
  expect(received!.text.replaceAll("\r\n..", "\r\n.")).toContain("Zeile ä\r\n.\r\nEnd");
  expect(server!.signIns).toEqual(["\0ops\0hunter2"]);
});

test("a server that never greets, and one that hangs while signing in, cannot be used, and nothing was sent", async () => {
  for (const stage of ["connect", "ehlo", "auth"]) {
    const mailer = await mailerOf((at) => (at === stage ? null : undefined), {}, QUICK);
    await expect(mailer.connect(), stage).rejects.toThrow(MailUnavailable);
    await server!.close();
  }
});

test("a wrong password is reported without the password", async () => {
  const mailer = await mailerOf((stage) => (stage === "auth" ? "535 5.7.8 no hunter2 for ops" : undefined));
  const error = await mailer.connect().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MailUnavailable);
  expect((error as Error).message).toContain("535");
  expect((error as Error).message).not.toContain("hunter2");
});

test("the password does not appear in an error even if the server repeats the line of the sign-in", async () => {
  const mailer = await mailerOf((stage, line) => (stage === "auth" ? `500 5.5.2 unrecognized: ${line}` : undefined));
  const { message } = (await mailer.connect().catch((thrown: unknown) => thrown)) as Error;
  expect(message).toMatch(/500 5\.5\.2 unrecognized: AUTH PLAIN •••$/);
});

test("a server on another machine that offers no TLS gets neither a password nor a mail", async () => {
  const mailer = await mailerOf(undefined, { isLoopback: false });
  await expect(mailer.connect()).rejects.toThrow(MailUnavailable);
  expect(server!.signIns).toEqual([]);
});

test("a recipient that is refused forever is refused, and one that is refused for now may be tried again", async () => {
  expect(await sendBy((stage) => (stage === "rcpt" ? "550 5.1.1 no such user" : undefined))).toMatchObject({
    kind: "refused",
  });
  await server!.close();
  expect(await sendBy((stage) => (stage === "rcpt" ? "451 4.7.1 greylisted" : undefined))).toMatchObject({
    kind: "again",
  });
});

test("a connection that ends before the text is tried again; after it, the mail may have arrived", async () => {
  const cut =
    (stage: string): SmtpAnswer =>
    (at, _line, socket) => {
      if (at !== stage) return undefined;
      socket.destroy();
      return null;
    };
  expect(await sendBy(cut("mail"))).toMatchObject({ kind: "again" });
  await server!.close();
  expect(await sendBy(cut("data"))).toMatchObject({ kind: "again" });
  await server!.close();
  expect(await sendBy(cut("text"))).toMatchObject({ kind: "unknown" });
});

test("silence before the text is tried again, and silence after it is not", async () => {
  const silentAt =
    (silent: string): SmtpAnswer =>
    (stage) =>
      stage === silent ? null : undefined;
  expect(await sendBy(silentAt("data"), PATIENT)).toMatchObject({ kind: "again" });
  await server!.close();
  expect(await sendBy(silentAt("text"), PATIENT)).toMatchObject({ kind: "unknown" });
  await server!.close();
  expect(await sendBy((stage) => (stage === "text" ? "554 5.6.0 refused" : undefined))).toMatchObject({
    kind: "refused",
  });
});

test("a stop ends a connection that a server keeps waiting, before the text and after it", async () => {
  for (const [stage, kind] of [
    ["data", "again"],
    ["text", "unknown"],
  ] as const) {
    const stop = new AbortController();
    const mailer = await mailerOf((at) => {
      if (at !== stage) return undefined;
      stop.abort();
      return null;
    });
    const session = await mailer.connect(stop.signal);
    expect(await session.send(mail)).toMatchObject({ kind, reason: expect.stringContaining("the service stopped") });
    session.close();
    await server!.close();
  }
});

test.each([
  ["http://mail.example", "must be smtp"],
  ["smtp://ops@mail.example", "both a user and a password"],
  ["smtp://ops:a%zz@mail.example", "percent-encoding"],
  ["smtp://ops:word@mail.example/inbox", "after the port"],
  ["smtp://ops:word@mail.example:0", "port 0"],
  ["smtp://ops:word@999.1.1.1", "neither a name nor an address"],
])("the setting %s is refused, without being quoted", (text, words) => {
  const read = readSmtpDsn(text);
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining(words) });
});

test("ports follow the scheme, and a password may hold any character", () => {
  const read = readSmtpDsn("smtps://ops%40example.com:p%40ss%2Fword@mail.example");
  expect(read).toMatchObject({
    ok: true,
    value: { port: 465, implicitTls: true, isLoopback: false, user: "ops@example.com" },
  });
  expect(read.ok && read.value.password?.reveal()).toBe("p@ss/word");
  expect(readSmtpDsn("smtp://m\u00fcller.example")).toMatchObject({
    ok: true,
    value: { host: "xn--mller-kva.example" },
  });
  expect(readSmtpDsn("smtp://[::1]")).toMatchObject({ ok: true, value: { host: "::1", port: 587, isLoopback: true } });
});
