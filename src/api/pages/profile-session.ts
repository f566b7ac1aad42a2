import type { Context } from "hono";

import type { Caller } from "#domain/access/capability";

import type { Client } from "../services.ts";
import type { Notice } from "./layout.ts";
import type { NewPassword } from "./new-password-cookie.ts";

/** A signed-in user, as the pages know them. */
export type Session = { readonly caller: Caller; readonly token: string; readonly client: Client };

export type Field = (name: string) => string;

/** The action of a checked form: session, origin and token are valid. */
export type Action = (session: Session, field: Field, c: Context) => Promise<Response>;

/** Where a form is sent, and which field to point at if a refusal names none. */
export type Form = { readonly path: string; readonly work: Action; readonly wrong?: string };

/** What the profile shows besides stored data. */
export type Shown = {
  readonly notice?: Notice;
  /** Id of the field that the notice is about. */
  readonly wrong?: string | null;
  /** What was typed into a form that was refused, by the field's id. */
  readonly typed?: Readonly<Record<string, string>>;
  /** An application password that was just created. */
  readonly made?: NewPassword;
};
