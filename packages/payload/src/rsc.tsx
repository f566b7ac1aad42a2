import { ApplicationPasswords } from "./client.tsx";

type Props = {
  /** The person at the browser. */
  readonly user?: { readonly id: number | string } | null;
  /** The user whose page it is. */
  readonly id?: number | string;
  /** Path of Payload's API: "/api". */
  readonly api: string;
};

/** Application passwords on a user's page, for that user alone: nobody creates one in another's name. */
export function ApplicationPasswordsField({ user, id, api }: Props) {
  return user && id !== undefined && String(user.id) === String(id) ? <ApplicationPasswords api={api} /> : null;
}
