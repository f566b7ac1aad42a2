import type { SettingsSection } from "./section.ts";

/** Reads the present settings, not cached: sections that are requested together share one statement. */
export type ReadSettings = <Value extends object>(section: SettingsSection<Value>) => Promise<Value>;

export type StoredSection = {
  readonly name: string;
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Principal of who changed it last; null if no call did. */
  readonly by: string | null;
};

export type SettingChange = {
  readonly id: number;
  readonly section: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
  /** As stored. */
  readonly before: unknown;
  readonly after: unknown;
};

export type SettingsStore = {
  readonly read: ReadSettings;
  readAll(): Promise<readonly StoredSection[]>;
  /** The stored values of a section, locked until the transaction ends: changes of one section are serialized. */
  lock(name: string): Promise<unknown>;
  /** Stores a section, and who changed what. */
  write(change: Pick<SettingChange, "section" | "by" | "before" | "after">): Promise<void>;
  /** Newest first. */
  changes(page: {
    readonly section: string | null;
    readonly before: number | null;
    readonly limit: number;
  }): Promise<readonly SettingChange[]>;
};
