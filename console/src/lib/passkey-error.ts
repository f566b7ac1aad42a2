/** A browser or an authenticator refused or failed; the message is for the user. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}
