import { passkeyChange, passkeyData, passkeyRemoval, removedPasskey } from "#contract/passkeys";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { SMALL_BODY } from "../session/session-view.ts";
import { common, shownPasskey } from "./own-passkeys.ts";
import type { UserDeps } from "./users.ts";

const PATH = "/users/me/passkeys/{id}";

/** PATCH and DELETE of `/users/me/passkeys/{id}`. */
export function ownPasskeyEndpoints({ people }: Pick<UserDeps, "people">): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "renamePasskey",
      method: "PATCH",
      path: PATH,
      summary: "Rename a passkey",
      input: passkeyChange,
      bodyBytes: SMALL_BODY,
      data: passkeyData,
      errors: ["not_found", "conflict"],
      async handle({ id, name, password }, { caller, ip }) {
        const passkey = await people.renamePasskey(caller, { id, name: name.trim(), password, ip });
        return { message: `The passkey is now called ${passkey.name}.`, data: shownPasskey(passkey) };
      },
    }),
    endpoint({
      ...common,
      operationId: "removePasskey",
      method: "DELETE",
      path: PATH,
      summary: "Remove a passkey",
      description: "It is refused immediately, and the sessions that it opened end, except the one that removes it.",
      input: passkeyRemoval,
      bodyBytes: SMALL_BODY,
      data: removedPasskey,
      errors: ["not_found"],
      async handle({ id, password }, { caller, ip, browser }) {
        const removed = await people.removePasskey(caller, { id, password, ip, session: browser().session! });
        return {
          message: `Passkey ${removed.name} removed.`,
          data: { deleted: true, previous: shownPasskey(removed) },
        };
      },
    }),
  ];
}
