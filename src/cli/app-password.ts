import { counted } from "#lib/counted";

import { actionNamed, printer, readArguments, table, UsageError, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { userCalled, withPeople, type People } from "./with-people.ts";

const usage = [
  "tidings app-password create USER --name NAME [--app-id UUID]     prints the password once",
  "tidings app-password list USER",
  "tidings app-password revoke USER UUID",
  "tidings app-password revoke USER --all",
  "tidings app-password restore USER UUID                           within ten minutes of its revocation",
  "USER is an id, a user name or an e-mail address. Each action accepts --json.",
];

/** Application passwords of users of the built-in host. */
export const appPassword: Command = {
  usage,
  run: (args, io) => withPeople(io, (people) => runAppPassword(args, io, people)),
};

const options = {
  name: { type: "string" },
  "app-id": { type: "string" },
  all: { type: "boolean" },
  json: { type: "boolean" },
} as const;

type Shown = Awaited<ReturnType<People["applicationPasswords"]>>[number];

/** The command itself, for opened people. @throws UsageError, or the error of the rule that refuses */
export async function runAppPassword(args: readonly string[], io: Pick<Io, "out">, people: People): Promise<void> {
  const { values, positionals } = readArguments(args, options);
  const action = actionNamed(positionals, ["create", "list", "revoke", "restore"]);
  const [, name, ...rest] = positionals;
  if (name === undefined) throw new UsageError("USER is missing");
  const { id, username } = await userCalled(people, name);
  const print = printer(io, values.json);

  if (action === "create") {
    words(rest, []);
    const given = { name: values.name?.trim() ?? "", appId: values["app-id"] ?? null };
    if (given.name === "") throw new UsageError("--name is missing");
    if (given.appId !== null && !UUID.test(given.appId)) throw new UsageError("--app-id is not a UUID");
    const made = await people.createApplicationPassword(people.operator, id, given);
    const password = people.inGroups(made.password);
    print({ ...shown(made), username, password }, [`Application password of ${username}, shown only once:`, password]);
  } else if (action === "list") {
    words(rest, []);
    const passwords = await people.applicationPasswords(people.operator, id);
    const rows = passwords.map((one) => {
      const { uuid, created, last_used: used, last_ip: ip } = shown(one);
      return [uuid, one.name, created, used ?? "never", ip ?? "-"];
    });
    print(passwords.map(shown), table([["UUID", "NAME", "CREATED", "LAST USED", "FROM"], ...rows]));
  } else if (action === "restore") {
    const restored = await people.restoreApplicationPassword(
      people.operator,
      id,
      uuidOf(words(rest, ["UUID"]), username),
    );
    print(shown(restored), [`${restored.name} of ${username} works again.`]);
  } else if (values.all) {
    words(rest, []);
    const count = await people.revokeApplicationPasswords(people.operator, id);
    print({ deleted: true, count }, [`${counted(count, "application password")} of ${username} revoked.`]);
  } else {
    const uuid = uuidOf(words(rest, ["UUID"]), username);
    const previous = await people.revokeApplicationPassword(people.operator, id, uuid);
    print({ deleted: true, previous: shown(previous) }, [`${previous.name} of ${username} is revoked.`]);
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function uuidOf([uuid]: readonly string[], username: string): string {
  if (!UUID.test(uuid!)) throw new UsageError(`${uuid} is not a UUID; see: tidings app-password list ${username}`);
  return uuid!.toLowerCase();
}

function shown(one: Shown) {
  return {
    uuid: one.uuid,
    app_id: one.appId ?? "",
    name: one.name,
    created: one.createdAt.toISOString(),
    last_used: one.lastUsedAt?.toISOString() ?? null,
    last_ip: one.lastIp,
  };
}
