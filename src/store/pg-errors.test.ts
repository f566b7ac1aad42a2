import { expect, test } from "vitest";

import { wasNeverSent } from "./pg-errors.ts";

test.each(["EHOSTUNREACH", "ENETUNREACH"])(
  "%s means that nothing was sent only while a session was being opened",
  (code) => {
    const ended = (syscall: string): Error => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
    expect([wasNeverSent(ended("connect")), wasNeverSent(ended("read"))]).toEqual([true, false]);
  },
);
