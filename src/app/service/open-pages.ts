import type { Mount } from "#api/app";
import { assetsMount } from "#api/pages/assets";
import { consoleElsewhere } from "#api/pages/console/sign-in-elsewhere";
import { consolePages } from "#api/pages/console/mount";
import { platformSignInMount, type PlatformSignInDeps } from "#api/pages/console/platform-sign-in";
import { docsPages } from "#api/pages/docs/mount";
import { notFoundPage, wantsPage } from "#api/pages/not-found";
import type { Host } from "#domain/access/host";

import type { Config } from "../config/config.ts";
import { consoleReader } from "../documents/console-files.ts";
import { readDocuments, readOpenApi } from "../documents/documents.ts";

/** The pages for people: the console, or where they sign in instead, the public's forms, and the documentation. */
export function openPages(
  { publicUrl }: Pick<Config, "publicUrl">,
  deps: {
    readonly managedBy: Host["managedBy"];
    readonly basePath: string;
    readonly publicForms: Mount;
    /** Absent: the console has a sign-in of its own, or none. */
    readonly platformSignIn: PlatformSignInDeps | null;
    /** Whether none of the service's own users has a password yet. */
    readonly awaitsSetup: () => Promise<boolean>;
  },
): { readonly mounts: readonly Mount[]; readonly notFound: (request: Request) => Promise<Response | null> } {
  const { managedBy, platformSignIn, basePath: base } = deps;
  const signIn = platformSignIn ? { place: platformSignIn.signIn.place } : { awaitsSetup: deps.awaitsSetup };
  const console = managedBy && !platformSignIn ? consoleElsewhere(managedBy) : consolePages(consoleReader(), signIn);
  return {
    mounts: [
      assetsMount(),
      deps.publicForms,
      ...(platformSignIn ? [platformSignInMount(platformSignIn)] : []),
      console.mount,
      docsPages({ openapi: readOpenApi, documents: readDocuments, base, publicUrl }),
    ],
    notFound: async (request) => (await console.pageFor(request)) ?? (wantsPage(request) ? notFoundPage() : null),
  };
}
