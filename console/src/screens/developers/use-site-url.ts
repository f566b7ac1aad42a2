import { useSession } from "../../api/session.ts";

/** Where programs reach this service, without a slash at the end. */
export function useSiteUrl(): string {
  return (useSession().site.public_url ?? location.origin).replace(/\/$/, "");
}
