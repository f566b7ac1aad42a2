import { jwtVerify } from "jose";

/** With a shared secret only: no `none`, and no public-key algorithm, whose key is not secret. */
const algorithms = ["HS256", "HS384", "HS512"];

/**
 * The claims of a JSON Web Token (RFC 7519) that is signed with our shared secret and valid now; null for any other
 * text.
 *
 * @param now milliseconds
 */
export async function readJwt(token: string, secret: string, now: number): Promise<unknown> {
  // Tolerance in seconds for `exp` and `nbf`.
  const options = { algorithms, currentDate: new Date(now), clockTolerance: 5 };
  try {
    return (await jwtVerify(token, Buffer.from(secret), options)).payload;
  } catch {
    // An empty secret is not a key and ends here, too.
    return null;
  }
}
