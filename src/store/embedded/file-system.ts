import type { Log } from "#lib/log";

import { EmbeddedError, orUrl } from "./errors.ts";
import type { Environment } from "./types.ts";

// Two machines can mount these at once, and a lock or a flush on one need not be visible on the other.
const refused = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd3, "Lustre"],
  [0x47504653, "GPFS"],
  [0x7461636f, "OCFS2"],
  [0x01161970, "GFS2"],
]);

// Usually one machine only (a Windows drive in WSL, Docker Desktop, gVisor's root), so a warning.
const doubtful = new Map([
  [0x01021997, "9p"],
  [0x65735546, "FUSE"],
]);

/** Whether a database may be stored on the file system with this statfs type. */
export function judgeFileSystem(type: number | null): { verdict: "good" | "doubtful" | "refused"; name: string } {
  // statfs returns a signed 32-bit number on some platforms.
  const key = type === null ? 0 : type >>> 0;
  const bad = refused.get(key);
  if (bad) return { verdict: "refused", name: bad };
  const odd = doubtful.get(key);
  return odd ? { verdict: "doubtful", name: odd } : { verdict: "good", name: "" };
}

/**
 * Refuses a folder on a network file system.
 *
 * @throws EmbeddedError network_folder
 */
export function refuseNetworkFolder(folder: string, env: Environment, log: Log): void {
  const { verdict, name } = judgeFileSystem(env.fileSystemType(folder));
  if (verdict === "refused")
    throw new EmbeddedError(
      "network_folder",
      `The data folder ${folder} is on a network file system (${name}), where a database can be opened twice and lose rows. ` +
        `Set TIDINGS_DATA to a folder on a local disk, ${orUrl}.`,
    );
  if (verdict === "doubtful")
    log("warn", `The data folder is on ${name}; it is not known whether flushed rows survive a power loss there.`, {
      folder,
    });
}
