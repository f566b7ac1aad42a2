import { expect, test } from "vitest";

import { portIssues } from "../config/preflight.ts";
import { listenIssue } from "./listen.ts";

const issuesAt = (host: string) => portIssues({ listen: { host, port: 0 }, metricsListen: null });

test("an address that cannot be listened on is refused with what to do", async () => {
  expect(await issuesAt("192.0.2.1")).toEqual([
    "TIDINGS_LISTEN 192.0.2.1:0 is not an address of this machine: choose one that is, or 0.0.0.0 for all.",
  ]);
  const denied = Object.assign(new Error("denied"), { code: "EACCES" });
  expect(listenIssue({ host: "::", port: 80 }, denied)).toBe(
    "TIDINGS_LISTEN [::]:80 requires more privileges: choose a port from 1024 on, behind a proxy.",
  );
  expect(await issuesAt("127.0.0.1")).toEqual([]);
});
