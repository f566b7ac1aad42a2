import { OLDEST, isNewEnough } from "./node-version.js";

if (!isNewEnough()) {
  throw new Error(
    `The library tidings needs Node ${OLDEST.join(".")} or newer; this is ${process.versions.node}. Start your program with a newer Node, or run Tidings beside it: npx tidings serve brings a Node of its own.`,
  );
}
