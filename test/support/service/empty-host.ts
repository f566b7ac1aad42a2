import type { Host } from "#domain/access/host";

/** A host without people. */
export const emptyHost: Host = {
  name: "none",
  authenticate: async () => null,
  users: async () => [],
  roles: async () => [],
  usersInRoles: async () => ({ contacts: [], next: null }),
};
