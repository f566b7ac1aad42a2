import type { Log } from "#lib/log";

/** How `pg` reaches the private server. `host` is the folder of the socket; on Windows an address. */
export type EmbeddedConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Only on Windows, where the server listens on loopback. */
  readonly password?: string;
};

/** What the private server takes from the machine. The defaults are in `environment.ts`. */
export type Environment = {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Our user; null on Windows. */
  readonly uid: number | null;
  /** `native` folder of the npm package for this platform, null where none is installed. */
  readonly npmBinaries: string | null;
  /** `bin` folders in which the system may keep PostgreSQL. */
  readonly systemBinaries: readonly string[];
  /** Where a data folder goes that the server's user cannot reach. */
  readonly stateFolder: string;
  /** Where the socket goes when its path in the data folder is too long. */
  readonly runtimeFolder: string;
  /** Type number of the file system under a folder, as statfs(2) gives it on Linux; null elsewhere. */
  readonly fileSystemType: (folder: string) => number | null;
  /** Bytes of memory this process may count on. */
  readonly memory: number;
};

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  readonly env?: Partial<Environment>;
  /** Called when the server died ("down") and when it serves again ("up"). The connection stays the same. */
  readonly onState?: (state: "up" | "down") => void;
};

export type EmbeddedServer = {
  readonly connection: EmbeddedConnection;
  /** The folder that holds the database. Not the one asked for when its user could not reach that one. */
  readonly dataDir: string;
  /** As in `18.4`. */
  readonly version: string;
  /** Process id of the server now: it changes when the server was restarted. */
  pid(): number;
  /** True when this start found the server of a killed Tidings running and took it over. */
  readonly adopted: boolean;
  /** Fast shutdown, then immediate; frees the folder. Calls after the first wait for the first. */
  stop(): Promise<void>;
};

/** An account of the operating system. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };
