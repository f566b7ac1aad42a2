// First: on an older Node the packages of the library end with errors that do not say why.
import "./require-node.js";

export * from "../dist/index.js";
