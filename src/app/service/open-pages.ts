import type { Mount } from "#api/app";
import { assetsMount } from "#api/pages/assets";
import { consolePages, type ConsolePages } from "#api/pages/console/mount";
import { docsPages } from "#api/pages/docs/mount";
import { notFoundPage, wantsPage } from "#api/pages/not-found";
import { profilePages } from "#api/pages/profile";
import { profileElsewhere } from "#api/pages/profile-elsewhere";
import type { PageDeps } from "#api/pages/page-services";
import type { Host } from "#domain/access/host";
import { secretBox } from "#lib/secret-box";

import type { Config } from "../config/config.ts";
import { consoleReader } from "../documents/console-files.ts";
import { readDocuments } from "../documents/documents.ts";
import { readOpenApi } from "../documents/openapi-file.ts";
import type { SecretKey } from "../config/secret-key.ts";

/** The pages for people: the console, profile and sign-in, or links to them, and the documentation. */
export function openPages(
  { publicUrl }: Pick<Config, "publicUrl">,
  key: SecretKey,
  services: Omit<PageDeps, "box" | "apiUrl"> & {
    readonly managedBy: Host["managedBy"];
    readonly ownUrl: string;
    readonly basePath: string;
    readonly publicForms: Mount;
  },
): { readonly mounts: readonly Mount[]; readonly notFound: (request: Request) => Promise<Response | null> } {
  const { managedBy, ownUrl, basePath: base } = services;
  const profile = managedBy
    ? profileElsewhere(managedBy)
    : profilePages({ ...services, apiUrl: `${ownUrl}${base}`, box: secretBox(key.derive("pages")) });
  // Nobody can sign in here whose users the platform manages: it says where.
  const console = managedBy ? consoleElsewhere : consolePages(consoleReader());
  return {
    mounts: [
      assetsMount(),
      profile,
      services.publicForms,
      console.mount,
      docsPages({ openapi: readOpenApi, documents: readDocuments, base, publicUrl }),
    ],
    notFound: async (request) => (await console.pageFor(request)) ?? (wantsPage(request) ? notFoundPage() : null),
  };
}

const consoleElsewhere: ConsolePages = {
  mount: (root) => void root.get("/", (c) => c.redirect("/profile")),
  pageFor: async () => null,
};
