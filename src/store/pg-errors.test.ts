import { expect, test } from "vitest";

import { isUnavailable, outcomeIsUnknown, unreachableWords, wasNeverSent } from "./pg-errors.ts";

test.each(["EHOSTUNREACH", "ENETUNREACH"])(
  "%s means that nothing was sent only while a session was being opened",
  (code) => {
    const ended = (syscall: string): Error => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
    expect([wasNeverSent(ended("connect")), wasNeverSent(ended("read"))]).toEqual([true, false]);
  },
);

test.each(["EMFILE", "ENFILE", "EADDRNOTAVAIL", "EACCES"])(
  "%s: the database is unavailable, and no call is wrong",
  (code) => {
    const error = Object.assign(new Error(`connect ${code}`), { code, syscall: "connect" });
    expect([isUnavailable(error), wasNeverSent(error)]).toEqual([true, true]);
  },
);

test("a server that has no disk space for a session is unavailable, and was sent nothing; a statement's own error is neither", () => {
  const sent = (routine: string): Error =>
    Object.assign(new Error("could not write init file"), { severity: "FATAL", code: "XX000", routine });
  // As PostgreSQL 15 sends it; later versions have the code 53100.
  for (const routine of ["write_item", "write_relcache_init_file"]) {
    expect([isUnavailable(sent(routine)), wasNeverSent(sent(routine))]).toEqual([true, true]);
    expect(unreachableWords(sent(routine))).toContain("Free space on the disk of the database.");
  }
  expect([isUnavailable(sent("ExecEvalStep")), wasNeverSent(sent("ExecEvalStep"))]).toEqual([false, false]);
});

test("TLS that breaks off during a session leaves the outcome unknown", () => {
  const error = Object.assign(new Error("bad record mac"), { code: "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC" });
  expect([outcomeIsUnknown(error), wasNeverSent(error)]).toEqual([true, false]);
});

test.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"])(
  "%s of the server's certificate: the database is away until it has another one, and was sent nothing",
  (code) => {
    const error = Object.assign(new Error("refused"), { code });
    expect([isUnavailable(error), wasNeverSent(error)]).toEqual([true, true]);
  },
);
