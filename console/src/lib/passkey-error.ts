/** A browser or an authenticator did not do what it was asked for; the message is for the person. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}
