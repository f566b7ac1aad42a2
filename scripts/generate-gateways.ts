import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

import { commonDescriptions } from "#gateways/common-settings";
import type { GatewayDefinition } from "#gateways/define";
import { readDsn, schemesOf } from "#gateways/read-dsn";
import { describeSettings, type SettingDescription } from "#gateways/describe";

const root = join(import.meta.dirname, "..");
const folder = join(root, "src/gateways/adapters");
const LIMIT = 120;

/**
 * What is generated from the files in `src/gateways/adapters`: the index, and the reference page. Keys are paths from
 * the root of the repository. A file is a gateway if it declares one; its export has the file's name.
 */
export async function generateGateways(): Promise<Map<string, string>> {
  const ids: string[] = [];
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const declared = /^export const (\w+) = defineGateway\(/m.exec(await readFile(join(folder, file), "utf8"))?.[1];
    if (declared === undefined) continue;
    if (`${declared}.ts` !== file)
      throw new Error(`${file} declares ${declared}: the file and its export must have the same name`);
    ids.push(declared);
  }
  const definitions: GatewayDefinition[] = [];
  for (const id of ids) {
    const module = (await import(pathToFileURL(join(folder, `${id}.ts`)).href)) as Record<string, GatewayDefinition>;
    const definition = module[id]!;
    if (definition.id !== id) throw new Error(`${id}.ts declares a gateway with the id ${definition.id}`);
    definitions.push(definition);
  }
  return new Map([
    ["src/gateways/index.ts", index(ids)],
    ["docs/reference/gateways.md", overview(definitions)],
    ...definitions.map((definition) => [`docs/reference/gateways/${definition.id}.md`, page(definition)] as const),
  ]);
}

function index(ids: readonly string[]): string {
  const head = "export const definitions: readonly GatewayDefinition[] = ";
  const short = `${head}[${ids.join(", ")}];`;
  return [
    "// Generated from the folder by `npm run generate`; do not edit.",
    'import type { GatewayDefinition } from "./define.ts";',
    ...ids.map((id) => `import { ${id} } from "./adapters/${id}.ts";`),
    "",
    "/** Every gateway, by id. */",
    short.length <= LIMIT ? short : `${head}[\n${ids.map((id) => `  ${id},\n`).join("")}];`,
    "",
  ].join("\n");
}

function overview(definitions: readonly GatewayDefinition[]): string {
  return [
    "# Gateways",
    "",
    "Generated from the declarations in `src/gateways/adapters`; do not edit.",
    "",
    "`TIDINGS_GATEWAY` holds one DSN, or several: `failover(a b)` tries them in order, `roundrobin(a b)` uses them in turn, and both may",
    "contain each other. Members are separated by spaces. In a DSN write `@` `/` `?` `#` `:` of a user name or password, and `&` `#` `%`",
    "`(` `)` and spaces of a value, percent-encoded (`%40` `%2F` `%3F` `%23` `%3A` `%26` `%25` `%28` `%29` `%20`); brackets only where one lacks its partner. A `+` is a plus sign.",
    "The host `default` is the provider's own. An unknown key is refused. Secrets are never printed back.",
    "",
    "| gateway | DSN begins with | recipients per call | MMS | flash | credit | receipts | signed |",
    "|---|---|---|---|---|---|---|---|",
    ...definitions.map((definition) => {
      const { id, label, traits } = definition;
      const able = (name: "media" | "flash" | "receipts"): string => {
        const [always, asSet] = abilitiesOf(definition);
        return asSet.includes(name) ? "as set" : always.includes(name) ? "yes" : "no";
      };
      const cells = [
        `[${label}](gateways/${id}.md)`,
        `\`${schemesOf(definition)[0]}://\``,
        String(traits.recipientsPerCall),
        able("media"),
        able("flash"),
        traits.credit ?? "no",
        able("receipts"),
        traits.signature ?? "no",
      ];
      return `| ${cells.map(cell).join(" | ")} |`;
    }),
    "",
    "## Settings of every gateway",
    "",
    ...table(commonDescriptions),
    "",
  ].join("\n");
}

function page(definition: GatewayDefinition): string {
  const { dsn, traits } = definition;
  const schemes = schemesOf(definition);
  const hidden = new Set(Object.values(dsn.schemes).flatMap((fills) => Object.keys(fills)));
  const settings = describeSettings(definition).filter(({ key }) => !hidden.has(key));
  const fixed = new Map(
    Object.entries(dsn).flatMap(([part, key]) => (typeof key === "string" ? [[key, part] as const] : [])),
  );
  return [
    `# ${definition.label}`,
    "",
    `Generated from \`src/gateways/adapters/${definition.id}.ts\`; do not edit. All gateways: [overview](../gateways.md).`,
    "",
    ...(definition.about ? [definition.about, ""] : []),
    "```text",
    definition.example,
    "```",
    "",
    ...(schemes.length > 1 ? [`Schemes: ${schemes.map((scheme) => `\`${scheme}\``).join(", ")}.`, ""] : []),
    ...plainly(schemes),
    abilities(definition),
    "",
    "## Settings",
    "",
    ...table(settings, fixed),
    "",
    "Every gateway also has the settings of the [overview](../gateways.md#settings-of-every-gateway).",
    "",
    "## Properties of the API",
    "",
    ...traitLines(definition),
    ...(definition.notes ? ["", definition.notes] : []),
    ...(traits.unconfirmed ? ["", "## Not confirmed", "", ...traits.unconfirmed.map((each) => `- ${each}`)] : []),
    ...(definition.recipes ?? []).flatMap(({ title, dsn: recipe, note }) => [
      "",
      `## ${title}`,
      "",
      ...(note ? [note, ""] : []),
      "```text",
      recipe,
      "```",
    ]),
    "",
  ].join("\n");
}

/** Unencrypted credentials: stated where a user may choose them. */
function plainly(schemes: readonly string[]): string[] {
  const plain = schemes.find((scheme) => /(^|\+)http$/.test(scheme));
  return plain === undefined
    ? []
    : [`\`${plain}\` is not encrypted: to another machine it needs that host in \`TIDINGS_OUTBOUND_ALLOW\`.`, ""];
}

function traitLines({ traits, can }: GatewayDefinition): string[] {
  const ids = {
    recipient: "one for each recipient",
    part: "one for each part of a long text",
    call: "one for the whole call; receipts are also matched by number",
    none: "none",
  };
  const reference = {
    field: "in a field of its own",
    callback: "in the address to which receipts are sent",
    none: "not returned",
  };
  const { validity } = traits;
  // If it depends on the settings, the notes say so.
  const longest = typeof can === "function" ? undefined : can.maxCharacters;
  return [
    "| | |",
    "|---|---|",
    `| Recipients per call | ${traits.recipientsPerCall} |`,
    ...(longest === undefined ? [] : [`| Longest text | ${longest.toLocaleString("en")} characters |`]),
    `| Ids | ${ids[traits.ids]} |`,
    `| Our reference | ${reference[traits.reference]} |`,
    `| Numbers | ${traits.numbers} |`,
    `| Unicode | ${traits.unicode} |`,
    `| Validity | ${validity === null ? "not supported" : `${validity[0]} to ${validity[1]} seconds`} |`,
    `| Credit | ${traits.credit ?? "not reported"} |`,
    `| Senders | ${traits.senders.join(", ") || "the account's own"} |`,
    `| Calls to us | ${traits.signature === null ? "not signed; the address contains an unguessable token" : `signed: ${traits.signature}`} |`,
  ];
}

/** What a gateway can do with each of its sample DSNs, and what only with some of them. */
function abilitiesOf(definition: GatewayDefinition): readonly [always: readonly string[], asSet: readonly string[]] {
  const { can, example, recipes = [] } = definition;
  const read = [example, ...recipes.map(({ dsn }) => dsn)].map((dsn) => readDsn(dsn, [definition]));
  const all = typeof can === "function" ? read.flatMap((one) => (one.ok ? [can(one.settings)] : [])) : [can];
  const named = all.map((one) => Object.entries(one).flatMap(([name, value]) => (value === true ? [name] : [])));
  const some = [...new Set(named.flat())];
  const always = some.filter((name) => named.every((names) => names.includes(name)));
  return [always, some.filter((name) => !always.includes(name))];
}

function abilities(definition: GatewayDefinition): string {
  const [always, asSet] = abilitiesOf(definition);
  const list = (names: readonly string[]): string => (names.length > 0 ? names.join(", ") : "send text");
  if (typeof definition.can !== "function") {
    const { deduplicatesFor: seconds } = definition.can;
    const merges =
      seconds === undefined ? "" : ` A text whose outcome is unknown is repeated for at most ${seconds / 3_600} hours.`;
    return `Can: ${list(always)}.${merges}`;
  }
  const some = asSet.length > 0 ? ` Some of them can: ${asSet.join(", ")}.` : "";
  return `What it can do depends on the settings. All DSNs of this page can: ${list(always)}.${some}`;
}

/** How a setting is written, where its kind alone does not say it. */
const WRITTEN: Readonly<Record<string, string>> = { text: "", list: "list, separated by commas" };

function table(settings: readonly SettingDescription[], fixed: ReadonlyMap<string, string> = new Map()): string[] {
  return [
    "| setting | in the DSN | default | |",
    "|---|---|---|---|",
    ...settings.map((setting) => {
      const place = fixed.get(setting.key) ?? `\`${setting.dsnKey}=\``;
      const kind =
        setting.choices?.map((choice) => `\`${choice}\``).join(", ") ?? WRITTEN[setting.kind] ?? setting.kind;
      const initial = setting.required ? "required" : initialOf(setting.initial) && `\`${initialOf(setting.initial)}\``;
      const notes = [kind, setting.secret ? "secret" : "", setting.help ?? ""].filter(Boolean).join("; ");
      return `| ${cell(setting.label)} | ${place} | ${cell(initial)} | ${cell(notes)} |`;
    }),
  ];
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A default as it would be written in a DSN. */
function initialOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(initialOf).join(",");
  return value === undefined || value === null ? "" : JSON.stringify(value).replaceAll('"', "");
}
