import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run console` sends what the service answers: the default address of `npm start`. */
const service = process.env["TIDINGS_CONSOLE_SERVICE"] ?? "http://127.0.0.1:8080";

export default defineConfig(({ command }) => {
  // Whatever the shell says: with another value React's development build would be served, half as large again.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: "/",
    plugins: [react()],
    resolve: {
      alias: { "tidings-client": fileURLToPath(new URL("../packages/client/src/index.ts", import.meta.url)) },
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
      // The first load has the names of all files: with a word in each it was 1 kB larger.
      rolldownOptions: {
        output: {
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
