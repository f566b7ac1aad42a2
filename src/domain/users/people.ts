import { capabilities, type Caller, type Capability } from "../access/capability.ts";
import type { Detail } from "../error.ts";
import * as passwords from "./application-passwords.ts";
import { ensureAdministrator } from "./ensure-administrator.ts";
import { requirePhone } from "./fields.ts";
import { capabilitiesOf, operator, unknownRoles } from "./granting.ts";
import type { SignInDeps } from "./people-deps.ts";
import * as passkeys from "./passkeys.ts";
import { signInWithPasskey, startPasskeySignIn } from "./passkey-sign-in.ts";
import type { Role } from "./role-store.ts";
import * as roles from "./roles.ts";
import * as factor from "./second-factor.ts";
import * as setup from "./setup-link.ts";
import * as session from "./sign-in.ts";
import type { User, UserFilter } from "./user-store.ts";
import * as users from "./users.ts";

/** Everything that can be done with the users of the built-in host, for routes, pages and CLI. */
export function people(ports: SignInDeps) {
  let isSetUp = false;
  return {
    operator,
    ...passwords.applicationPasswordsOf(passwords.ownPasswords(ports)),
    ...boundTo(ports, {
      ensureAdministrator,
      user: users.requireUser,
      createUser: users.createUser,
      changeUser: users.changeUser,
      removeUser: users.removeUser,
      createRole: roles.createRole,
      changeRole: roles.changeRole,
      removeRole: roles.removeRole,
      signIn: session.signIn,
      /** The code after `signIn` has returned a challenge. */
      passSecondFactor: factor.passSecondFactor,
      sessionTimes: session.sessionTimes,
      signOut: session.signOut,
      signOutElsewhere: session.signOutElsewhere,
      sessionOf: session.sessionOf,
      changeOwnPassword: session.changeOwnPassword,
      /** Shown only once. */
      createSetupLink: setup.createSetupLink,
      completeSetup: setup.completeSetup,
      startSecondFactor: factor.startSecondFactor,
      confirmSecondFactor: factor.confirmSecondFactor,
      endOwnSecondFactor: factor.endOwnSecondFactor,
      endSecondFactor: factor.endSecondFactor,
      startPasskey: passkeys.startPasskey,
      addPasskey: passkeys.addPasskey,
      renamePasskey: passkeys.renamePasskey,
      removePasskey: passkeys.removePasskey,
      startPasskeySignIn,
      signInWithPasskey,
    }),
    /** By id, user name or e-mail. */
    async userCalled(name: string): Promise<User | null> {
      return /^\d{1,15}$/.test(name) ? ports.users.find(Number(name)) : ports.users.findByLogin(name);
    },
    users: (filter: UserFilter): Promise<readonly User[]> => ports.users.list(filter),
    /** A user as entered on the command line: the number with its country code. */
    addUser: (by: Caller, typed: Omit<users.CreateUser, "phone"> & { readonly phone: string | null }) =>
      users.createUser(ports, by, { ...typed, phone: requirePhone(typed.phone) }),
    /** What people may change about themselves; needs no capability. */
    changeOwnProfile: (by: Caller, changes: Pick<users.ChangeUser, "name" | "phone" | "email" | "locale">) =>
      users.changeUser(ports, by, by.userId, changes),
    /** Nobody has chosen a web password yet: the setup link of the first start is still to be used. */
    async awaitsSetup(): Promise<boolean> {
      isSetUp ||= await ports.users.hasWebPasswords();
      return !isSetUp;
    },
    newWebPassword: (): string => ports.credentials.newWebPassword(),
    roles: (): Promise<readonly Role[]> => ports.roles.all(),
    /** Reads the roles once, for any number of users; capabilities are returned in catalog order. */
    async capabilitiesOf(): Promise<(names: readonly string[]) => Capability[]> {
      const all = await ports.roles.all();
      return (names) => {
        const held = capabilitiesOf(all, names);
        return capabilities.filter((capability) => held.has(capability));
      };
    },
    unknownRoles: async (names: readonly string[]): Promise<readonly Detail[]> =>
      unknownRoles(await ports.roles.all(), names),
    inGroups: passwords.inGroups,
    hasSecondFactor: async (userId: number): Promise<boolean> => (await ports.secondFactors.state(userId)) === "on",
    signInMethods: ports.secondFactors.methodsOf,
    passkeys: (userId: number) => ports.passkeys.list(userId),
  };
}

export type People = ReturnType<typeof people>;

/** The functions with their first argument given. */
type Bound<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (ports: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

function boundTo<Functions extends Readonly<Record<string, (ports: SignInDeps, ...rest: never[]) => unknown>>>(
  ports: SignInDeps,
  functions: Functions,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, act]) => [name, (...rest: never[]) => act(ports, ...rest)]);
  return Object.fromEntries(bound) as Bound<Functions>;
}
