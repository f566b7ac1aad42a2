import type { Mount } from "#api/app";
import { assetsMount } from "#api/pages/assets";
import { docsPages } from "#api/pages/docs/mount";
import { notFoundPage, wantsPage } from "#api/pages/not-found";
import { profilePages } from "#api/pages/profile";
import { profileElsewhere } from "#api/pages/profile-elsewhere";
import type { PageDeps } from "#api/pages/page-services";
import type { Host } from "#domain/access/host";
import { secretBox } from "#lib/secret-box";

import type { Config } from "../config/config.ts";
import { readDocuments } from "../documents/documents.ts";
import { readOpenApi } from "../documents/openapi-file.ts";
import type { SecretKey } from "../config/secret-key.ts";

/** The pages for people: profile and sign-in, or links to them, and the documentation. */
export function openPages(
  { publicUrl }: Pick<Config, "publicUrl">,
  key: SecretKey,
  services: Omit<PageDeps, "box" | "apiUrl"> & {
    readonly managedBy: Host["managedBy"];
    readonly ownUrl: string;
    readonly basePath: string;
    readonly publicForms: Mount;
  },
): { readonly mounts: readonly Mount[]; readonly notFound: (request: Request) => Promise<Response> | null } {
  const { managedBy, ownUrl, basePath: base } = services;
  const profile = managedBy
    ? profileElsewhere(managedBy)
    : profilePages({ ...services, apiUrl: `${ownUrl}${base}`, box: secretBox(key.derive("pages")) });
  return {
    mounts: [
      assetsMount(),
      profile,
      services.publicForms,
      // Someone who opens the printed address in a browser wants to sign in.
      (root) => void root.get("/", (c) => c.redirect("/profile")),
      docsPages({ openapi: readOpenApi, documents: readDocuments, base, publicUrl }),
    ],
    notFound: (request) => (wantsPage(request) ? notFoundPage() : null),
  };
}
