/** A message of plain text. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Left part of its Message-ID: the same mail sent twice is recognized by it. */
  readonly id: string;
  /** Left part of the Message-ID of the mail that it continues; null: of none. */
  readonly follows: string | null;
};

/**
 * `again`: the server did not accept it, and may do so later. `refused`: it never will. `unknown`: the connection ended
 * after the text had begun to leave, so it may have been accepted.
 */
export type MailOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "again" | "refused" | "unknown"; readonly reason: string };

/** A connection that may send one message. */
export type MailSession = { send(mail: Mail): Promise<MailOutcome>; close(): void };

/** Sends mail by SMTP. */
export type Mailer = {
  /**
   * Connects and signs in: nothing was sent if it throws.
   *
   * @param stop ends the connection at any point
   * @throws MailUnavailable
   */
  connect(stop?: AbortSignal): Promise<MailSession>;
};

/** The mail server cannot be used. Its message says why, without a secret. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";
}
