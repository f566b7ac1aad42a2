import { delimiter } from "node:path";

/**
 * PATH as a shell has it: without the folders that vitest and npm put before it, so npm runs on the system's own Node.
 */
export const machinePath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);
