import type { Context } from "hono";

import type { Caller } from "#domain/access/capability";

import type { Client } from "../services.ts";
import type { Notice } from "./layout.ts";
import type { NewPassword } from "./new-password-cookie.ts";

/** Somebody signed in, as the pages know him. */
export type Session = { readonly caller: Caller; readonly token: string; readonly client: Client };

export type Field = (name: string) => string;

/** The work of a form that was checked: session, origin and token are right. */
export type Action = (session: Session, field: Field, c: Context) => Promise<Response>;

/** Where a form goes, and which field of the page is to be looked at where it is refused and does not say. */
export type Form = { readonly path: string; readonly work: Action; readonly wrong?: string };

/** What the profile shows beside what is stored. */
export type Shown = {
  readonly notice?: Notice;
  /** Id of the field that the notice is about. */
  readonly wrong?: string | null;
  /** What was typed into a form that was refused, by the field's id. */
  readonly typed?: Readonly<Record<string, string>>;
  /** An application password that was made a moment ago. */
  readonly made?: NewPassword;
};
