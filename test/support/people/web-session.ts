import type { People } from "#domain/users/people";

/** The token of a new web session, for users without a second factor. */
export async function webSession(
  people: Pick<People, "signIn">,
  login: { readonly login: string; readonly password: string },
): Promise<string> {
  const admission = await people.signIn({ ip: "::1", earlier: null, ...login });
  if (!admission || !("token" in admission)) throw new Error(`${login.login} cannot sign in`);
  return admission.token;
}
