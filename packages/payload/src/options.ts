import type { Capability, ServiceSettings } from "tidings";

import type { Document, Where } from "./payload.ts";

/** Where people with phone numbers are who are not users: customers of a shop. */
export type CustomerSource = {
  readonly collection: string;
  /** Payload's query: which of them; absent: all. */
  readonly where?: Where;
  /** Dotted path of the field with the number. */
  readonly phoneField: string;
  readonly nameField?: string;
  /** With an ISO 3166 code such as "GB", for numbers without a plus. */
  readonly countryField?: string;
};

export type TidingsOptions = {
  /**
   * What a user may do: by the values of their role field, or by a function. Absent: administrators of an installation
   * without roles would be anyone who can sign in, so no one may do anything.
   */
  readonly capabilities: Readonly<Record<string, readonly Capability[]>> | ((user: Document) => readonly Capability[]);
  /** The service's settings by the names of its environment variables, such as `DATABASE_URL` and `TIDINGS_GATEWAY`. */
  readonly settings?: ServiceSettings;
  /** Slug of the collection with the users; default: that of `admin.user`, else "users". */
  readonly users?: string;
  /** Field of a user with the mobile number; default: "phone". */
  readonly phoneField?: string;
  /** Field of a user with the name as shown; default: "name". */
  readonly nameField?: string;
  /** Select field of a user with the role or the roles; default: "roles", else "role", whichever there is. */
  readonly roleField?: string;
  /** Default: addresses and guests' orders of Payload's e-commerce plugin if it is there; an empty list: none. */
  readonly customers?: readonly CustomerSource[];
  /** Whether this process sends as well; false: another one does, see `startTidings`. Default: true. */
  readonly sends?: boolean;
  /**
   * The caller's address; default: the last entry of X-Forwarded-For, which the proxy in front adds. Without a proxy,
   * callers choose it themselves: Next.js writes that header only if there is none.
   */
  readonly clientAddress?: (request: Request) => string | undefined;
  /** False: no application passwords on the account page of the admin panel. Default: true. */
  readonly accountPage?: boolean;
};
