import { z } from "zod";

import type { SecretBox } from "#lib/secret-box";

import type { Client } from "../services.ts";
import { cookie, cookieOf, cookieName } from "../session-cookie.ts";

const NAME = "tidings_new_password";
/** From the redirect to the page. */
const SECONDS = 60;

const made = z.object({ uuid: z.string(), name: z.string(), password: z.string() });

export type NewPassword = z.infer<typeof made>;

type Place = { readonly session: string; readonly client: Client };

/**
 * Carries a new application password across the redirect to the page that shows it, on any node: in a one-minute cookie,
 * sealed for this installation and this session, which is deleted when the page is shown. Nothing is stored on the server
 * or put in a URL.
 */
export function newPasswordCookie(box: Pick<SecretBox, "seal" | "open">) {
  const contextOf = (session: string): string => `new-password:${session}`;
  const set = (value: string, seconds: number, client: Client): string =>
    cookie(cookieName(NAME, client), value, { seconds, client, sameSite: "Strict" });

  return {
    /** The Set-Cookie of the redirect. */
    keep: (password: NewPassword, { session, client }: Place): string =>
      set(box.seal(JSON.stringify(password), contextOf(session)).toString("base64url"), SECONDS, client),
    /** The Set-Cookie of the page that shows it. */
    end: (client: Client): string => set("", 0, client),
    /** null: there is none, or it was created in another session. */
    read(request: Request, { session, client }: Place): NewPassword | null {
      const sealed = cookieOf(request, cookieName(NAME, client));
      if (sealed === undefined || sealed === "") return null;
      try {
        return made.parse(JSON.parse(box.open(Buffer.from(sealed, "base64url"), contextOf(session))));
      } catch {
        return null;
      }
    },
  };
}

export type NewPasswordCookie = ReturnType<typeof newPasswordCookie>;
