import type { Platform, Service } from "tidings";

import { customersOf, shopSources } from "./customers.ts";
import { endpoints } from "./endpoints.ts";
import type { TidingsOptions } from "./options.ts";
import { fieldsOf, logFailure, type Collection, type Config, type Payload, type SitePayload } from "./payload.ts";
import { installed, type Installed } from "./pages.ts";
import { openedService, openService, startSending, stopTidings } from "./service.ts";
import { usersOf, type UserFields } from "./users.ts";

export { publicPages } from "./pages.ts";
export { stopTidings };
export type { CustomerSource, TidingsOptions } from "./options.ts";

/**
 * The plugin. Add it after those whose collections it reads: users, and the e-commerce plugin.
 *
 * @throws Error if the configuration has no collection of that name, or one without timestamps or a user field
 */
export function tidings(options: TidingsOptions) {
  return <Given extends Config>(config: Given): Given => {
    const users = options.users ?? config.admin?.user ?? "users";
    const collection = config.collections?.find(({ slug }) => slug === users);
    if (!collection) throw new Error(`tidings: there is no collection ${JSON.stringify(users)}.`);
    requireTimestamps(collection);
    const fields = userFields(collection, options);
    const api = config.routes?.api ?? "/api";
    const sources = options.customers ?? shopSources(config.collections ?? []);

    const open = async (payload: Payload): Promise<Service> => {
      for (const one of [users, ...sources.map(({ collection }) => collection)]) requireNumbers(payload, one);
      return openService(payload, (current) => ({
        settings: {
          TIDINGS_MOUNT_PREFIX: api,
          ...(config.serverURL && { TIDINGS_PUBLIC_URL: config.serverURL }),
          ...options.settings,
        },
        platform: platformOf(current, fields, { options, sources, admin: adminOf(config) }),
      }));
    };
    /** Also of a request: where the service could not be opened at the start, it sends from now on. */
    const start = async (payload: Payload): Promise<Service> => {
      const service = open(payload);
      if (options.sends !== false) await startSending(service);
      return service;
    };
    return {
      ...config,
      collections: config.collections!.map((one) =>
        one === collection ? withPasswords(withHooks(collection), api, options) : one,
      ),
      endpoints: [...(config.endpoints ?? []), ...endpoints(start, { users, ...options })],
      custom: { ...config.custom, tidings: { start, clientAddress: options.clientAddress } satisfies Installed },
      async onInit(payload: Payload) {
        await (config.onInit as ((payload: Payload) => unknown) | undefined)?.(payload);
        // `next build` reads pages, and Payload with them: nothing is sent from a build.
        if (process.env["NEXT_PHASE"] === "phase-production-build") return;
        // The site itself does not need the service: it goes on without, and the next call tries again.
        await start(payload).catch((error: unknown) => logFailure(payload, error));
      },
    } as Given;
  };
}

/**
 * Starts sending in this process, with `sends: false` in no other: for `payload run`, or for the `register` of
 * Next.js's instrumentation. Without it sending starts with the first request that a Next.js server gets.
 */
export async function startTidings(payload: SitePayload): Promise<void> {
  await installed(payload).start(payload as Payload);
  await startSending(openedService()!);
}

/** SQLite gives the id of a deleted user to the next one, who would have the application passwords of the first. */
function requireTimestamps({ slug, timestamps }: Collection): void {
  if (timestamps !== false) return;
  throw new Error(`tidings: the collection ${slug} has \`timestamps: false\`: the time of creation is needed.`);
}

/**
 * Ids are stored as numbers with messages and schedules, and customers are read in the order of theirs. A collection
 * may have a field `id` of its own, which decides.
 */
function requireNumbers({ db, collections }: Payload & { readonly collections?: unknown }, slug: string): void {
  const own = (collections as Record<string, { customIDType?: string }> | undefined)?.[slug]?.customIDType;
  if ((own ?? db?.defaultIDType) === "text") {
    throw new Error(
      `tidings: the documents of ${slug} have text as ids (MongoDB, idType "uuid", or a field \`id\` of their own): numbers are needed.`,
    );
  }
}

function userFields(collection: Collection, options: TidingsOptions): UserFields {
  const fields = fieldsOf(collection.fields);
  const { phoneField, nameField = "name", roleField } = options;
  for (const path of [phoneField, options.nameField, roleField]) {
    if (path !== undefined && !fields.has(path)) {
      throw new Error(`tidings: the collection ${collection.slug} has no field ${JSON.stringify(path)}.`);
    }
  }
  const role = roleField ?? ["roles", "role"].find((path) => fields.get(path)?.options);
  return {
    collection: collection.slug,
    phone: phoneField ?? "phone",
    name: fields.has(nameField) ? nameField : "email",
    role: role === undefined ? null : { path: role, field: fields.get(role)! },
  };
}

const adminOf = ({ serverURL = "", routes }: Config): string => `${serverURL}${routes?.admin ?? "/admin"}`;

function platformOf(
  payload: () => Payload,
  fields: UserFields,
  {
    options,
    sources,
    admin,
  }: {
    readonly options: TidingsOptions;
    readonly sources: Parameters<typeof customersOf>[1];
    readonly admin: string;
  },
): Platform {
  const managed = `${admin}/collections/${fields.collection}`;
  const customers = customersOf(payload, sources);
  return {
    name: "payload",
    ...usersOf(payload, fields, options.capabilities),
    ...(customers && { customers }),
    managedAt: { users: managed, roles: managed },
  };
}

const COMMITTED_MS = 1_000;

/** Rights that end must end at once: in this process now, in the others by the service's notification. */
function withHooks(collection: Collection): Collection {
  const notify = async (): Promise<void> => {
    // One that could not be opened knows nothing that could be out of date.
    (await openedService()?.catch(() => null))?.platformChanged();
  };
  // Saving a user does not wait for it: opening the service may take a while.
  const changed = (): void => {
    void notify();
    // Hooks run before the transaction is committed: a query in between got the earlier state.
    setTimeout(() => void notify(), COMMITTED_MS).unref();
  };
  const hooks = collection.hooks ?? {};
  const added = (name: string) => [...((hooks[name] as readonly unknown[] | undefined) ?? []), changed];
  return { ...collection, hooks: { ...hooks, afterChange: added("afterChange"), afterDelete: added("afterDelete") } };
}

/** A `ui` field has no column: the site needs no migration for it. */
function withPasswords(collection: Collection, api: string, { accountPage = true }: TidingsOptions): Collection {
  if (!accountPage) return collection;
  const field = {
    type: "ui",
    name: "tidingsApplicationPasswords",
    admin: { components: { Field: { path: "tidings-payload/rsc#ApplicationPasswordsField", serverProps: { api } } } },
  };
  return { ...collection, fields: [...collection.fields, field as never] };
}
