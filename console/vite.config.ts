import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig, minify, type Plugin } from "vite";

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

/** What runs before the first paint holds everything up: under a name of its content it is asked for once, not at each visit. */
const nameBeforePaint: Plugin = {
  name: "name-before-paint",
  apply: "build",
  async transformIndexHtml(html) {
    const written = await readFile(path("public/before-paint.js"), "utf8");
    const { code: source } = await minify("before-paint.js", written);
    const fileName = `console-assets/before-paint-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.js`;
    this.emitFile({ type: "asset", fileName, source });
    return html.replace("/before-paint.js", `/${fileName}`);
  },
};

/** `outbox` of `screens/outbox/outbox.tsx`, and `messages/` of the screen about one of them. */
function screenOf(module: string): string | undefined {
  const [, area, file] = /\/src\/screens\/([^/]+)\/([^/]+)\.tsx$/.exec(module) ?? [];
  if (area === file) return area;
  return ["messages/message", "subscribers/subscriber"].includes(`${area}/${file}`) ? `${area}/` : undefined;
}

/** The files that a screen adds to the first load, for public/before-paint.js: `outbox=c1.js a1.css;inbox=c2.js`. */
const listScreens: Plugin = {
  name: "list-screens",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const withImports = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
        const chunk = named.get(file);
        if (!chunk || seen.has(file)) return seen;
        seen.add(file);
        for (const one of chunk.imports) withImports(one, seen);
        for (const one of chunk.viteMetadata?.importedCss ?? []) seen.add(one);
        return seen;
      };
      const first = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
      );
      const screens = chunks.flatMap(({ fileName, facadeModuleId }) => {
        const name = screenOf(facadeModuleId ?? "");
        const files = [...withImports(fileName)].filter((file) => !first.has(file));
        return name === undefined ? [] : [`${name}=${files.map((file) => basename(file)).join(" ")}`];
      });
      return html.replace("__SCREENS__", screens.join(";"));
    },
  },
};

/**
 * Has V8 compile the functions of a file while it arrives, on another thread. Compiled when they are called first, they
 * took a third of a slow phone's time until the largest paint.
 */
const compileEarly: Plugin = {
  name: "compile-early",
  // The line counts at the very beginning only: after Vite's own list of what is preloaded.
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && !["placed", "laid-over"].includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

/** What runs before the texts are there, and therefore has none. */
const first =
  /index\.html|src.(main|app.styles|lib.(head-start|first-reads|own-storage|translate|service-text|locale|format|csp-nonce|warm-formats))|core.styles|preload-helper/;

/** What the sign-in has in common with the screens: with it in their file, whoever signs in would load all of that first. */
const form =
  /components.(Input|InputBase|TextInput|CloseButton)[/\\]|mantine.hooks.*(use-id|random-id|use-uncontrolled)|[mM]utation(Observer)?\.js|src.components.form|use-api-form/;

/** What of a list of options its field needs before there is a list. */
const combobox = /components.Combobox.use-combobox[/\\]/;

/**
 * What is placed beside something: a list shows its rows without it, and loads it afterwards. A native list of options
 * has the chevron and the options of the other kind, and nothing else of it.
 */
const placed =
  /floating-ui|components.(Popover|Combobox(?!.(get-parsed|ComboboxChevron|Combobox\.module|OptionsDropdown.is-options|use-combobox[/\\]))|Select|ScrollArea(?!.utils.to-int)|Portal|FocusTrap|Floating)[/\\]|utils.Floating|hooks.*use-(focus-trap|focus-return|click-outside)[/\\]/;

/** What is laid over the page: ten screens have a drawer, and none of them shows one at first. */
const laidOver =
  /react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref\/|components.(Overlay|ModalBase|Modal|Drawer)[/\\]/;

/** What only a list of rows needs: ten screens have one, and those without would load it before they show anything. */
const lists =
  /tanstack.(virtual-core|react-virtual)[/\\]|infiniteQueryObserver|use-?InfiniteQuery|useInfiniteQuery|components.Checkbox[/\\]|utils.(InlineInput|InputsGroupFieldset)[/\\]|src.components.data-table|src.api.use-list/;

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig(({ command }) => {
  // Whatever the shell says: with another value React's development build would be served, half as large again.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: path("."),
    base: "/",
    plugins: [react(), nameBeforePaint, preloadApplication, listScreens, compileEarly],
    resolve: {
      alias: [
        { find: "tidings-client", replacement: path("../packages/client/src/index.ts") },
        // For versions of React without this hook; ours has it.
        { find: /^use-sync-external-store\/shim$/, replacement: "react" },
      ],
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
          // Two files: what waits for the texts, and the rest of the first load. What ten screens or more share is one file,
          // too: a screen had up to 42, which took seven round trips by six connections.
          // What fewer share stays in small files: with those together /compose asked for 29 files in place of 34 and was
          // 4 kB larger, and at 1.6 Mbit/s and 150 ms it painted at 1,932 ms in place of 1,872.
          codeSplitting: {
            groups: [
              { name: "entry", test: first, priority: 4 },
              { name: "application", tags: ["$initial"], priority: 3 },
              { name: "form", test: form, priority: 2 },
              { name: "combobox", test: combobox, priority: 2 },
              {
                name: "shared",
                test: (module) => ![placed, laidOver, lists].some((one) => one.test(module)),
                minShareCount: 10,
                priority: 1,
              },
              { name: "lists", test: lists },
              { name: "placed", test: placed },
              { name: "laid-over", test: laidOver },
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
