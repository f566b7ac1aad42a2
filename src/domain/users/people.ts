import { capabilities, type Caller, type Capability } from "../access/capability.ts";
import type { FailedTries } from "../access/failed-tries.ts";
import type { Detail } from "../error.ts";
import type { Role } from "./role-store.ts";
import type { User, UserFilter } from "./user-store.ts";
import * as passwords from "./application-passwords.ts";
import { ensureAdministrator } from "./ensure-administrator.ts";
import { requirePhone } from "./fields.ts";
import { capabilitiesOf, operator, unknownRoles } from "./granting.ts";
import type { PeopleDeps } from "./ports.ts";
import * as passkeys from "./passkeys.ts";
import * as passkeySignIn from "./passkey-sign-in.ts";
import * as roles from "./roles.ts";
import * as factor from "./second-factor.ts";
import * as setup from "./setup-link.ts";
import * as session from "./sign-in.ts";
import * as users from "./users.ts";

/**
 * Everything that can be done with the users of the built-in host, for routes, pages and CLI.
 *
 * @param tries counts failed sign-ins; separate from the one for application passwords, so that an attacker at the
 *   sign-in page does not block someone's API calls
 * @param unanswered counts challenges of passkeys that were not answered; separate from `tries`, because a page that is
 *   only looked at asks for one
 */
export function people(ports: PeopleDeps & { readonly tries: FailedTries; readonly unanswered: FailedTries }) {
  return {
    operator,
    ensureAdministrator: () => ensureAdministrator(ports),

    user: (id: number): Promise<User> => users.requireUser(ports, id),
    /** By id, user name or e-mail. */
    async userCalled(name: string): Promise<User | null> {
      return /^\d{1,15}$/.test(name) ? ports.users.find(Number(name)) : ports.users.findByLogin(name);
    },
    users: (filter: UserFilter): Promise<readonly User[]> => ports.users.list(filter),
    /** A user as entered on the command line: the number with its country code. */
    addUser: (by: Caller, typed: Omit<users.CreateUser, "phone"> & { readonly phone: string | null }) =>
      users.createUser(ports, by, { ...typed, phone: requirePhone(typed.phone) }),
    newWebPassword: (): string => ports.credentials.newWebPassword(),
    createUser: (by: Caller, command: users.CreateUser) => users.createUser(ports, by, command),
    changeUser: (by: Caller, id: number, command: users.ChangeUser) => users.changeUser(ports, by, id, command),
    removeUser: (by: Caller, id: number) => users.removeUser(ports, by, id),

    roles: (): Promise<readonly Role[]> => ports.roles.all(),
    createRole: (by: Caller, role: Role) => roles.createRole(ports, by, role),
    changeRole: (by: Caller, name: string, changes: roles.RoleChanges) => roles.changeRole(ports, by, name, changes),
    removeRole: (by: Caller, name: string) => roles.removeRole(ports, by, name),
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

    applicationPasswords: (by: Caller, userId: number) => passwords.listApplicationPasswords(ports, by, userId),
    inGroups: passwords.inGroups,
    applicationPassword: (uuid: string) => ports.passwords.find(uuid),
    createApplicationPassword: (by: Caller, userId: number, command: { name: string; appId: string | null }) =>
      passwords.createApplicationPassword(ports, by, userId, command),
    revokeApplicationPassword: (by: Caller, userId: number, uuid: string) =>
      passwords.revokeApplicationPassword(ports, by, userId, uuid),
    revokeApplicationPasswords: (by: Caller, userId: number) => passwords.revokeApplicationPasswords(ports, by, userId),
    restoreApplicationPassword: (by: Caller, userId: number, uuid: string) =>
      passwords.restoreApplicationPassword(ports, by, userId, uuid),

    signIn: (given: Parameters<typeof session.signIn>[1]) => session.signIn(ports, given),
    /** The code after {@link signIn} has returned a challenge. */
    passSecondFactor: (given: Parameters<typeof factor.passSecondFactor>[1]) => factor.passSecondFactor(ports, given),
    sessionTimes: (token: string) => session.sessionTimes(ports, token),
    signOut: (token: string) => session.signOut(ports, token),
    sessionOf: (token: string | undefined) => session.sessionOf(ports, token),
    changeOwnPassword: (by: Caller, given: Parameters<typeof session.changeOwnPassword>[2]) =>
      session.changeOwnPassword(ports, by, given),
    /** Shown only once. */
    createSetupLink: (by: Caller, userId: number) => setup.createSetupLink(ports, by, userId),
    completeSetup: (given: Parameters<typeof setup.completeSetup>[1]) => setup.completeSetup(ports, given),

    hasSecondFactor: async (userId: number): Promise<boolean> => (await ports.secondFactors.state(userId)) === "on",
    startSecondFactor: (by: Caller, given: Parameters<typeof factor.startSecondFactor>[2]) =>
      factor.startSecondFactor(ports, by, given),
    confirmSecondFactor: (by: Caller, given: Parameters<typeof factor.confirmSecondFactor>[2]) =>
      factor.confirmSecondFactor(ports, by, given),
    endOwnSecondFactor: (by: Caller, given: Parameters<typeof factor.endOwnSecondFactor>[2]) =>
      factor.endOwnSecondFactor(ports, by, given),
    endSecondFactor: (by: Caller, id: number) => factor.endSecondFactor(ports, by, id),

    passkeys: (userId: number) => ports.passkeys.list(userId),
    startPasskey: (by: Caller, given: Parameters<typeof passkeys.startPasskey>[2]) =>
      passkeys.startPasskey(ports, by, given),
    addPasskey: (by: Caller, given: Parameters<typeof passkeys.addPasskey>[2]) => passkeys.addPasskey(ports, by, given),
    renamePasskey: (by: Caller, given: Parameters<typeof passkeys.renamePasskey>[2]) =>
      passkeys.renamePasskey(ports, by, given),
    removePasskey: (by: Caller, given: Parameters<typeof passkeys.removePasskey>[2]) =>
      passkeys.removePasskey(ports, by, given),
    startPasskeySignIn: (given: Parameters<typeof passkeySignIn.startPasskeySignIn>[1]) =>
      passkeySignIn.startPasskeySignIn(ports, given),
    signInWithPasskey: (given: Parameters<typeof passkeySignIn.signInWithPasskey>[1]) =>
      passkeySignIn.signInWithPasskey(ports, given),

    /** What people may change about themselves; needs no capability. */
    changeOwnProfile: (by: Caller, changes: Pick<users.ChangeUser, "name" | "phone" | "email" | "locale">) =>
      users.changeUser(ports, by, by.userId, changes),
  };
}

export type People = ReturnType<typeof people>;
