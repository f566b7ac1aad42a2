/** A file of the built console. */
export type ConsoleFile = {
  readonly type: string;
  /** Its content: as it is, or compressed when the console was built. null: no such variant, or the file is gone. */
  readonly read: (encoding: "identity" | "br" | "gzip") => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Changes with the content. */
  readonly tag: string;
};

/** The built console: files by their path, such as "/console-assets/index-Dk3.js". */
export type ConsoleFiles = {
  /** With `__NONCE__` where each response has its own nonce. */
  readonly index: string;
  readonly files: ReadonlyMap<string, ConsoleFile>;
};
