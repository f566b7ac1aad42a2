// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type UsersOperations = {
  /**
   * List users.
   *
   * Needs `svc_users`.
   */
  listUsers: {
    kind: "page";
    input: {
      /** Only users with this role. */
      role?: string | undefined;
      /** Part of the user name, e-mail address, name or number. */
      search?: string | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
    };
    data: WithWarnings<{
      items: Schemas["User"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["User"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Create a user.
   *
   * You cannot grant a role with a capability that you lack.
   *
   * Needs `svc_users`.
   */
  createUser: {
    kind: "data";
    input: {
      username: string;
      email: string;
      name: string;
      /** E.164, or national if TIDINGS_COUNTRY is set. Empty: none. */
      phone?: "" | (string & {}) | undefined;
      /** Role names; see /roles. */
      roles?: string | (readonly string[]) | undefined;
      locale?: string | undefined;
      /** Web password for sign-in pages; it never works in the API. */
      password?: string | undefined;
    };
    data: WithWarnings<Schemas["User"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /**
   * Change your own profile.
   *
   * Only the parameters given are changed; an empty phone removes the number.
   */
  updateCurrentUser: {
    kind: "data";
    input: {
      name?: string | undefined;
      /** E.164, or national if TIDINGS_COUNTRY is set. Empty: none. */
      phone?: "" | (string & {}) | undefined;
      email?: string | undefined;
      locale?: string | undefined;
    };
    data: WithWarnings<Schemas["User"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /** Show who you are and what you may do. */
  getCurrentUser: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<Schemas["User"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /** List your passkeys. */
  listPasskeys: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Passkey"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Passkey"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Add a passkey.
   *
   * Stores what the browser created. From then on it opens sessions, without the password and without a code.
   */
  addPasskey: {
    kind: "data";
    input: {
      /** What its user calls it. Unique per user. */
      name: string;
      /** What `navigator.credentials.create` returned, as JSON (`RegistrationResponseJSON`). */
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
        };
      };
    };
    data: WithWarnings<Schemas["Passkey"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict" | "passkeys_unavailable";
  };
  /**
   * Begin to add a passkey.
   *
   * Returns what the browser needs to create one. It is valid for the host name of the page that calls, which must be a page of this service over HTTPS, or at localhost.
   */
  startPasskey: {
    kind: "data";
    input: {
      /** What its user calls it. Unique per user. */
      name: string;
      /** Web password. */
      password: string;
    };
    data: WithWarnings<{
      rp: {
        name: string;
        /** Host name of the page. */
        id: string;
      };
      user: {
        id: string;
        name: string;
        displayName: string;
      };
      /** Valid once, for 5 minutes. */
      challenge: string;
      pubKeyCredParams: {
        type: "public-key";
        alg: number;
      }[];
      /** Milliseconds. */
      timeout: number;
      excludeCredentials: {
        type: "public-key";
        id: string;
      }[];
      authenticatorSelection: {
        residentKey: "required";
        requireResidentKey: true;
        userVerification: "required";
      };
      attestation: "none";
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict" | "passkeys_unavailable";
  };
  /** Rename a passkey. */
  renamePasskey: {
    kind: "data";
    input: {
      /** Id of the passkey. */
      id: string;
      /** What its user calls it. Unique per user. */
      name: string;
      /** Web password. */
      password: string;
    };
    data: WithWarnings<Schemas["Passkey"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Remove a passkey.
   *
   * It is refused immediately, and the sessions that it opened end, except the one that removes it.
   */
  removePasskey: {
    kind: "data";
    input: {
      /** Id of the passkey. */
      id: string;
      /** Web password. */
      password: string;
    };
    data: WithWarnings<{
      deleted: true;
      previous: Schemas["Passkey"];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Show a user.
   *
   * Needs `svc_users`.
   */
  getUser: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: WithWarnings<Schemas["User"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a user.
   *
   * Only the parameters given are changed; an empty phone removes the number. A new password ends the user's sessions and setup link; `two_factor: false` also removes their passkeys. Your own password and second factor are changed by POST /session/password and DELETE /session/totp, which ask for the current password. You cannot change a user who has capabilities that you lack, nor leave the site without anyone who can manage users.
   *
   * Needs `svc_users`.
   */
  updateUser: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
      email?: string | undefined;
      name?: string | undefined;
      /** E.164, or national if TIDINGS_COUNTRY is set. Empty: none. */
      phone?: "" | (string & {}) | undefined;
      /** Role names; see /roles. */
      roles?: string | (readonly string[]) | undefined;
      locale?: string | undefined;
      /** Web password for sign-in pages; it never works in the API. */
      password?: string | undefined;
      /** `false` turns the second factor off and removes the passkeys, for a user who lost them. Only users turn on their own. */
      two_factor?: false | undefined;
    };
    data: WithWarnings<Schemas["User"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a user.
   *
   * Their application passwords and sessions are deleted too. You cannot delete yourself.
   *
   * Needs `svc_users`.
   */
  deleteUser: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: WithWarnings<{
      deleted: true;
      previous: Schemas["User"];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Create a setup link.
   *
   * With it the user chooses a web password, once and within 24 hours; their password is valid until then. It replaces the link before. You cannot create one for yourself, or for a user who has capabilities that you lack.
   *
   * Needs `svc_users`.
   */
  createSetupLink: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: WithWarnings<{
      /** Shown only once. The link is the address of the console with `/setup#` and this. */
      token: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List application passwords.
   *
   * Your own with a web session; those of others with svc_users. The passwords themselves are not stored.
   */
  listApplicationPasswords: {
    kind: "page";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["ApplicationPassword"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["ApplicationPassword"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Create an application password.
   *
   * The password is shown only in this response.
   */
  createApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      /** What it is for. Unique per user. */
      name: string;
      /** A UUID that the application chose for itself. */
      app_id?: "" | (string & {}) | undefined;
    };
    data: WithWarnings<Schemas["ApplicationPassword"] & {
      /** Shown only once, in groups of four; spaces are ignored. */
      password: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /** Revoke all application passwords. */
  revokeAllApplicationPasswords: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
    };
    data: WithWarnings<{
      deleted: true;
      count: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /** Show the application password that this call was made with. */
  introspectApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
    };
    data: WithWarnings<Schemas["ApplicationPassword"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Revoke an application password.
   *
   * It is refused immediately, and on other nodes of the same installation within a second. For ten minutes it can be restored.
   */
  revokeApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      uuid: string;
    };
    data: WithWarnings<{
      deleted: true;
      previous: Schemas["ApplicationPassword"];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Restore an application password that was revoked by mistake.
   *
   * Within ten minutes. It works again as it was, with its id, name and history. 404 after that, and while another one has its name.
   */
  restoreApplicationPassword: {
    kind: "data";
    input: {
      /** Id of the user, or `me` for yourself. */
      id: "me" | number;
      uuid: string;
    };
    data: WithWarnings<Schemas["ApplicationPassword"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Show the name of a user.
   *
   * Of the user whom `owner` and `created_by` name by their id, also if another platform manages the users: then only of those who have a capability here. Requires svc_outbox, svc_setting or svc_users.
   */
  getUserName: {
    kind: "data";
    input: {
      /** Id of the user. */
      id: number;
    };
    data: WithWarnings<{
      id: number;
      name: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
};
