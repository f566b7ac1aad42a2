import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A moment after startup, when the last of its compilation is done. */
const AFTER_MS = 1_500;

type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Returns to the system, once, the memory that only startup needed. V8 keeps its young generation as large as startup
 * made it for as long as little happens: 177 MB of an idle service instead of 131. Takes 90-170 ms.
 */
export function trimMemorySoon(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as Collect;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  }, AFTER_MS).unref();
}
