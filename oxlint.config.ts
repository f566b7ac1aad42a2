import { defineConfig, type OxlintOverride } from "oxlint";

import { modules } from "./module-rules.ts";

/** The import rule of each module, in the linter's words. `test/module-rules.test.ts` guards what a linter cannot see. */
const importRules = Object.entries(modules).map(([name, module]): OxlintOverride => {
  const imports: readonly string[] = module.imports;
  const closed = Object.keys(modules).filter((other) => other !== name && !imports.includes(other));
  return {
    files: [`src/${name}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            ...closed.map((other) => ({
              group: [`#${other}/*`, `#${other}/**`],
              message: `${name} may not import from ${other}: see module-rules.ts.`,
            })),
            { group: [`#${name}/*`, `#${name}/**`], message: "Inside a module imports are relative." },
          ],
        },
      ],
    },
  };
});

const consoleImports = {
  group: ["#*", "#**", "**/src/*/**"],
  message: "The console knows the service by tidings-client alone.",
};
const consoleLayers = { group: ["**/app/**", "**/screens/**"], message: "Screens use components, never the reverse." };

export default defineConfig({
  plugins: ["typescript", "import", "unicorn", "promise"],
  ignorePatterns: [
    "node_modules",
    "data",
    "dist",
    "console/dist",
    "test/client",
    "test/support/client/project",
    "test/support/payload/site",
  ],
  categories: { correctness: "error" },
  rules: {
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "max-lines": ["error", { max: 400 }],
    "no-console": "error",
    "no-var": "error",
    "prefer-const": "error",
    eqeqeq: ["error", "always", { null: "ignore" }],
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error",
    "promise/no-callback-in-promise": "off",
    // Texts are sorted by their code units on purpose, as the database with its C locale does.
    "typescript/require-array-sort-compare": "off",
    "typescript/restrict-template-expressions": "off",
    // Our objects are closures: their functions have no `this` to lose.
    "typescript/unbound-method": "off",
    // Spreading a string into code points is what we mean where we do it.
    "typescript/no-misused-spread": "off",
  },
  overrides: [
    ...importRules,
    {
      files: ["console/**/*.{ts,tsx}"],
      plugins: ["react"],
      rules: {
        "react/rules-of-hooks": "error",
        // A value that another effect or a property renews is compared there.
        "react/set-state-in-effect": "off",
        // For the React Compiler, which does not run here.
        "react/incompatible-library": "off",
        "react/refs": "off",
        "no-restricted-imports": ["error", { patterns: [consoleImports] }],
      },
    },
    {
      files: ["console/src/{api,commands,components,lib}/**/*.{ts,tsx}"],
      rules: { "no-restricted-imports": ["error", { patterns: [consoleImports, consoleLayers] }] },
    },
    { files: ["*.config.ts", "test/support/database/global-setup.ts"], rules: { "import/no-default-export": "off" } },
    // What a test expects of a reply is the test's business.
    { files: ["test/**", "**/*.test.ts"], rules: { "typescript/no-explicit-any": "off" } },
    { files: ["scripts/**", "bench/**", "examples/**"], rules: { "no-console": "off" } },
  ],
});
