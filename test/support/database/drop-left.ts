import { afterAll } from "vitest";

import { dropLeftDatabases } from "./database.ts";

/** Loaded before every test file: its hook is the first, and so runs after those of the file. */
afterAll(dropLeftDatabases);
