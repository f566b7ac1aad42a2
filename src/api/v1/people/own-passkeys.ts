import {
  creationOptions,
  passkeyData,
  passkeyRequest,
  passkeysData,
  passkeysQuery,
  passkeyStart,
  type PasskeyData,
} from "#contract/passkeys";
import type { Passkey } from "#domain/users/passkey-store";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { SMALL_BODY } from "../session/session-view.ts";
import type { UserDeps } from "./users.ts";

export const common = { access: "session", tag: "Users" } as const;

/** `GET /users/me/passkeys`, and the two steps of adding one. */
export function ownPasskeysEndpoints({ people, base }: Pick<UserDeps, "people" | "base">): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "listPasskeys",
      method: "GET",
      path: "/users/me/passkeys",
      summary: "List your passkeys",
      input: passkeysQuery,
      data: passkeysData,
      read: (fields, { caller }, issues) => readShortPage(`passkeys ${caller.userId}`, fields, issues),
      async handle(page, { caller }) {
        const all = await people.passkeys(caller.userId);
        const { items, pagination } = shortPage(all, ({ createdAt, id }) => `${createdAt.toISOString()} ${id}`, page);
        return {
          message: `${counted(items.length, "passkey")}.`,
          data: { items: items.map(shownPasskey), pagination },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "startPasskey",
      method: "POST",
      path: "/users/me/passkeys/options",
      summary: "Begin to add a passkey",
      description:
        "Returns what the browser needs to create one. It is valid for the host name of the page that calls, which must be a page of this service over HTTPS, or at localhost.",
      input: passkeyStart,
      bodyBytes: SMALL_BODY,
      data: creationOptions,
      errors: ["conflict", "passkeys_unavailable"],
      idempotency: "own",
      async handle({ name, password }, { caller, ip, browser }) {
        const { origin } = browser();
        const data = await people.startPasskey(caller, { name: name.trim(), password, ip, origin });
        return { message: "Create the passkey in the browser within five minutes.", data };
      },
    }),
    endpoint({
      ...common,
      operationId: "addPasskey",
      method: "POST",
      path: "/users/me/passkeys",
      summary: "Add a passkey",
      description:
        "Stores what the browser created. From then on it opens sessions, without the password and without a code.",
      input: passkeyRequest,
      bodyBytes: SMALL_BODY,
      data: passkeyData,
      status: 201,
      errors: ["conflict", "passkeys_unavailable"],
      // A challenge is used up even if the call is refused.
      idempotency: "own",
      async handle({ name, credential }, { caller, browser }) {
        const passkey = await people.addPasskey(caller, { name: name.trim(), credential, origin: browser().origin });
        return {
          status: 201,
          message: `Passkey ${passkey.name} added.`,
          data: shownPasskey(passkey),
          headers: { Location: `${base}/users/me/passkeys/${passkey.id}` },
        };
      },
    }),
  ];
}

export function shownPasskey(passkey: Passkey): PasskeyData {
  return {
    id: passkey.id,
    name: passkey.name,
    credential_id: passkey.credentialId.toString("base64url"),
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
