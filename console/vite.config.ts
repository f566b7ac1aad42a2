import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run console` sends what the service answers: the default address of `npm start`. */
const service = process.env["TIDINGS_CONSOLE_SERVICE"] ?? "http://127.0.0.1:8080";

/** The first script imports the application once it has the texts. The page has it loaded at once all the same. */
const preloadApplication: Plugin = {
  name: "preload-application",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const application = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith("/src/app/start.tsx")));
      if (!application) return [];
      const link = (rel: string, file: string) => ({
        tag: "link",
        injectTo: "head" as const,
        attrs: { rel, crossorigin: true, nonce: "__NONCE__", href: `/${file}` },
      });
      const styles = application.viteMetadata?.importedCss ?? [];
      return [link("modulepreload", application.fileName), ...[...styles].map((file) => link("stylesheet", file))];
    },
  },
};

/** What runs before the texts are there, and therefore has none. */
const first =
  /index\.html|src.(main|app.styles|lib.(translate|service-text|locale|format|csp-nonce))|core.styles|preload-helper/;

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig(({ command }) => {
  // Whatever the shell says: with another value React's development build would be served, half as large again.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: path("."),
    base: "/",
    plugins: [react(), preloadApplication],
    resolve: {
      alias: { "tidings-client": path("../packages/client/src/index.ts") },
    },
    // The service replaces it with a new nonce in every HTML response.
    html: { cspNonce: "__NONCE__" },
    build: {
      outDir: "dist",
      emptyOutDir: true,
      assetsDir: "console-assets",
      // A data: URL would need an exception in the policy for fonts and scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file has most of the first load, whose size a test limits: test/flows/console/bundle-budget.test.ts.
      chunkSizeWarningLimit: 700,
      // The first load has the names of all files: with a word in each it was 1 kB larger.
      rolldownOptions: {
        input: { index: path("index.html"), application: path("src/app/start.tsx") },
        output: {
          // Two files: what waits for the texts, and the rest of the first load.
          codeSplitting: {
            groups: [
              { name: "entry", test: first, priority: 1 },
              { name: "application", tags: ["$initial"] },
            ],
          },
          chunkFileNames: "console-assets/c[hash].js",
          assetFileNames: "console-assets/a[hash][extname]",
        },
      },
    },
    server: {
      host: "127.0.0.1",
      proxy: Object.fromEntries(
        // Below /p/ are the pages that people without an account open.
        ["/svc/", "/docs", "/openapi.json", "/p/"].map((path) => [path, { target: service, changeOrigin: true }]),
      ),
    },
  };
});
