import { counted } from "#lib/counted";

import { actionNamed, printer, readArguments, readLine, table, UsageError, words } from "./arguments.ts";
import { setupLink } from "./banner.ts";
import type { Command, Io } from "./command.ts";
import { userCalled, withPeople, type People } from "./with-people.ts";

const usage = [
  "tidings user add USERNAME --email ADDRESS [--name NAME] [--phone +…] [--role ROLE]… [--password-stdin]",
  "tidings user list [--role ROLE] [--search TEXT]",
  "tidings user set-password USER [--password-stdin]     without it a new one is generated and printed once",
  "tidings user setup-link [USER]     prints a link to choose a web password, valid once and for 24 hours",
  "tidings user end-second-factor USER     for someone who lost their devices: also removes passkeys",
  "tidings user set-roles USER [ROLE]…",
  "tidings user delete USER",
  "USER is an id, a user name or an e-mail address. Each action accepts --json.",
];

/** Users of the built-in host. */
export const user: Command = {
  usage,
  run: (args, io) => withPeople(io, (people, address) => runUser(args, io, people, address)),
};

const ACTIONS = ["add", "list", "set-password", "setup-link", "end-second-factor", "set-roles", "delete"] as const;

const options = {
  email: { type: "string" },
  name: { type: "string" },
  phone: { type: "string" },
  role: { type: "string", multiple: true },
  search: { type: "string" },
  "password-stdin": { type: "boolean" },
  json: { type: "boolean" },
} as const;

type Given = ReturnType<typeof readArguments<typeof options>>["values"];
type Shown = Awaited<ReturnType<People["users"]>>[number];

/** The command itself, for opened people. @throws UsageError, or the error of the rule that refuses */
export async function runUser(
  args: readonly string[],
  io: Pick<Io, "out">,
  people: People,
  address: string,
): Promise<void> {
  const { values, positionals } = readArguments(args, options);
  const rest = positionals.slice(1);
  const print = printer(io, values.json);
  switch (actionNamed(positionals, ACTIONS)) {
    case "add": {
      const [username] = words(rest, ["USERNAME"]);
      const { made, password } = await add(people, username!, values);
      const printed = values["password-stdin"] ? [] : [`Web password, shown only once: ${password}`];
      const secret = values["password-stdin"] ? {} : { password };
      print({ ...shown(made), ...secret }, [`User ${made.username} has the id ${made.id}.`, ...printed]);
      return;
    }
    case "list": {
      words(rest, []);
      const users = await all(people, values);
      const rows = users.map((one) => [String(one.id), one.username, one.email, one.phone ?? "-", one.roles.join(",")]);
      print(users.map(shown), table([["ID", "USERNAME", "E-MAIL", "PHONE", "ROLES"], ...rows]));
      return;
    }
    case "set-password": {
      const [name] = words(rest, ["USER"]);
      const { id, username } = await userCalled(people, name!);
      const password = values["password-stdin"] ? readLine() : people.newWebPassword();
      await people.changeUser(people.operator, id, { password });
      const secret = values["password-stdin"] ? {} : { password };
      const suffix = values["password-stdin"] ? "" : ` Shown only once: ${password}`;
      print({ id, username, ...secret }, [`The web password of ${username} was changed; all sessions ended.${suffix}`]);
      return;
    }
    case "setup-link": {
      const { id, username } =
        rest.length === 0 ? await onlyUser(people) : await userCalled(people, words(rest, ["USER"])[0]!);
      const link = setupLink(address, await people.createSetupLink(people.operator, id));
      print({ id, username, link }, [
        `With this link ${username} chooses a web password, once, within 24 hours:`,
        link,
      ]);
      return;
    }
    case "end-second-factor": {
      const [name] = words(rest, ["USER"]);
      const { id, username } = await userCalled(people, name!);
      const { secondFactor: deleted, passkeys } = await people.endSecondFactor(people.operator, id);
      const removed =
        passkeys > 0 ? [`${counted(passkeys, "passkey")} removed; sessions opened with passkeys ended.`] : [];
      print({ id, username, deleted, passkeys }, [
        `${username} ${deleted ? "signs in without" : "had no"} second factor.`,
        ...removed,
      ]);
      return;
    }
    case "set-roles": {
      const [name, ...roles] = rest;
      if (name === undefined) throw new UsageError("USER is missing");
      const { id } = await userCalled(people, name);
      const changed = await people.changeUser(people.operator, id, { roles: [...new Set(roles)] });
      print(shown(changed), [`${changed.username} now has: ${changed.roles.join(", ") || "no role"}.`]);
      return;
    }
    case "delete": {
      const [name] = words(rest, ["USER"]);
      const { id } = await userCalled(people, name!);
      const gone = await people.removeUser(people.operator, id);
      print({ deleted: true, previous: shown(gone) }, [`User ${gone.username} is deleted.`]);
      return;
    }
  }
}

async function onlyUser(people: People): Promise<Shown> {
  const [first, ...others] = await people.users({ after: 0, limit: 2 });
  if (first === undefined || others.length > 0) throw new UsageError("USER is missing: there is more than one");
  return first;
}

async function add(people: People, username: string, values: Given) {
  if (values.email === undefined) throw new UsageError("--email is missing");
  const password = values["password-stdin"] ? readLine() : people.newWebPassword();
  const made = await people.addUser(people.operator, {
    username,
    email: values.email,
    name: values.name ?? username,
    phone: values.phone ?? null,
    roles: [...new Set(values.role ?? [])],
    locale: "en",
    password,
  });
  return { made, password };
}

async function all(people: People, { role, search }: Given): Promise<Shown[]> {
  const found: Shown[] = [];
  for (;;) {
    const page = await people.users({ role: role?.[0], search, after: found.at(-1)?.id ?? 0, limit: 500 });
    found.push(...page);
    if (page.length < 500) return found;
  }
}

function shown({ createdAt, updatedAt, ...rest }: Shown) {
  return { ...rest, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
