import type { Capability } from "../access/capability.ts";

export type Role = {
  readonly name: string;
  readonly label: string;
  readonly capabilities: readonly Capability[];
};

export type RoleStore = {
  all(): Promise<readonly Role[]>;
  /** Inserts or replaces. */
  save(role: Role): Promise<void>;
  remove(name: string): Promise<void>;
  /** Whether any user has it. */
  inUse(name: string): Promise<boolean>;
};
