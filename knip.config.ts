import type { KnipConfig } from "knip";

const config: KnipConfig = {
  workspaces: {
    ".": {
      // Resolved by Vite and TypeScript to the source of the package.
      ignoreDependencies: ["tidings-client"],
      entry: [
        "src/index.ts",
        "packages/payload/src/{index.ts,client.tsx,rsc.tsx}",
        "scripts/build-number-zones.ts",
        "scripts/compare-openapi.ts",
        "scripts/prepare-statements.ts",
        "test/**/*.test.ts",
        "test/support/**/*-child.ts",
        "bench/lib/accept-floor-server.ts",
        // Loaded by name.
        "test/conformance/gateways/*.ts",
      ],
      vite: { config: "console/vite.config.ts", entry: "console/index.html" },
      project: [
        "src/**/*.ts",
        "test/**/*.ts",
        "scripts/**/*.ts",
        "bench/**/*.ts",
        "console/src/**/*.{ts,tsx}",
        "console/public/*.js",
        "packages/payload/src/**/*.{ts,tsx}",
      ],
      // Programs of somebody else: their tests compile and run them.
      ignore: ["test/support/client/project/**", "test/support/payload/site/**"],
    },
    "packages/client": { entry: ["src/index.ts", "src/webhooks.ts"], project: ["src/**/*.ts"] },
  },
  // Types are exported for their readers as well as for other files.
  exclude: ["types"],
  // Stands for somebody else's project; its test runs it.
  ignoreWorkspaces: ["test/client"],
  ignoreBinaries: ["systemd-analyze", "perl", "openssl", "php", "mariadb", "mariadb-install-db", "phpcs"],
  // Tools that npm scripts start, and the peers of optional tests.
  ignoreDependencies: ["oxfmt", "@stoplight/prism-cli"],
};

export default config;
