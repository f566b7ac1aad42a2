import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as they arrived, without the closing dot. */
  readonly raw: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Where the server may respond in another way. `text`: the whole mail has arrived. */
export type SmtpStage = "connect" | "ehlo" | "auth" | "mail" | "rcpt" | "data" | "text";

/** The line to answer with; null: none, ever; undefined: as usual. */
export type SmtpAnswer = (stage: SmtpStage, line: string, socket: Socket) => string | null | undefined;

/** A minimal mail server, which accepts every mail. */
export async function startSmtpServer(answer: SmtpAnswer = () => undefined) {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const signIns: string[] = [];
  let connections = 0;
  let respond = answer;
  let notify = (): void => undefined;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let from = "";
    let to: string[] = [];
    let text: string | null = null;
    let pending = "";
    const say = (stage: SmtpStage, line: string, usual: string): boolean => {
      const given = respond(stage, line, socket);
      const said = given === undefined ? usual : given;
      if (said !== null && !socket.destroyed) socket.write(`${said}\r\n`);
      return given === undefined;
    };
    const command = (line: string): void => {
      const word = line.slice(0, 4).toUpperCase();
      if (word === "EHLO" || word === "HELO") say("ehlo", line, "250-mail.example\r\n250 AUTH PLAIN");
      else if (word === "AUTH") {
        signIns.push(Buffer.from(line.split(" ")[2] ?? "", "base64").toString("utf8"));
        say("auth", line, "235 2.7.0 Accepted");
      } else if (word === "MAIL") {
        from = /<(.*?)>/.exec(line)?.[1] ?? "";
        to = [];
        say("mail", line, "250 OK");
      } else if (word === "RCPT") {
        if (say("rcpt", line, "250 OK")) to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
      } else if (word === "DATA") {
        if (say("data", line, "354 Go on")) text = "";
      } else if (word === "QUIT") socket.end("221 Bye\r\n");
      else socket.write("502 Unknown\r\n");
    };
    const accept = (raw: string): void => {
      if (!say("text", raw, "250 2.0.0 Queued")) return;
      mails.push({ from, to, raw, ...parsed(raw) });
      notify();
    };
    socket.on("data", (data) => {
      pending += String(data);
      for (;;) {
        const end = text === null ? "\r\n" : "\r\n.\r\n";
        const at = pending.indexOf(end);
        if (at === -1) return;
        const part = pending.slice(0, at);
        pending = pending.slice(at + end.length);
        if (text === null) command(part);
        else {
          text = null;
          accept(part);
        }
      }
    });
    say("connect", "", "220 mail.example ESMTP");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    mails,
    /** What clients signed in with: NUL, user, NUL, password. */
    signIns,
    connections: () => connections,
    dsn: (account = "ops:hunter2") => `smtp://${account}@127.0.0.1:${port}`,
    answer(next: SmtpAnswer) {
      respond = next;
    },
    /** Resolves when this many mails have arrived. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        notify = () => void (mails.length >= count && resolve());
        notify();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parsed(raw: string): Pick<ReceivedMail, "headers" | "text"> {
  const at = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, at)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const body = raw.slice(at + 4);
  const text = decoded(body, headers["content-transfer-encoding"]);
  return { headers, text };
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
