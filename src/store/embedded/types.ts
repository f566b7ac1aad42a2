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

/** What the private server reads from the machine. The defaults are in `environment.ts`. */
export type Environment = {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Our user; null on Windows. */
  readonly uid: number | null;
  /** `native` folder of the npm package for this platform, null if none is installed. */
  readonly npmBinaries: string | null;
  /** `bin` folders in which the system may keep PostgreSQL. */
  readonly systemBinaries: readonly string[];
  /** Where a database is stored if the server's user cannot reach the data folder. */
  readonly stateFolder: string;
  /** Where the socket is if its path in the data folder is too long. */
  readonly runtimeFolder: string;
  /** Type number of the file system under a folder, as statfs(2) returns it on Linux; null elsewhere. */
  readonly fileSystemType: (folder: string) => number | null;
  /** Bytes of memory available to this process. */
  readonly memory: number;
};

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  readonly env?: Partial<Environment>;
  /** Called once the server's process exists, if it is not taken over: from then on there is only waiting. */
  readonly onLaunched?: (() => void) | undefined;
  /**
   * Called when the server died ("down") and when it accepts connections again ("up"). The connection stays the same.
   */
  readonly onState?: (state: "up" | "down") => void;
};

export type EmbeddedServer = {
  readonly connection: EmbeddedConnection;
  /**
   * The folder that contains the database. Differs from the requested one if the server's user could not reach that.
   */
  readonly dataDir: string;
  /** As in `18.4`. */
  readonly version: string;
  /** File to which the server writes its log. */
  readonly log: string;
  /** Process id of the server now: it changes when the server is restarted. */
  pid(): number;
  /** True if this start found the server of a killed Tidings running and took it over. */
  readonly adopted: boolean;
  /** Fast shutdown, then immediate; releases the folder. Later calls wait for the first one. */
  stop(): Promise<void>;
};

/** An account of the operating system. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

/** Of a folder. */
export type Owner = Pick<Account, "uid" | "gid">;
