import { typedCode } from "#lib/typed-digits";

import type { Caller } from "../access/capability.ts";
import type { FailedTries } from "../access/failed-tries.ts";
import { DomainError, tooManyRequests } from "../error.ts";
import { endFactors, removeSecondFactor } from "./end-factors.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { requireManages } from "./granting.ts";
import { triesOfAddress } from "./address-tries.ts";
import { openSession } from "./open-session.ts";
import { requireOwnPassword, type PasswordProof } from "./own-password.ts";
import type { PeopleDeps } from "./people-deps.ts";
import { requireUser } from "./users.ts";
import type { SignInMethods } from "./second-factor-store.ts";

type Deps = PeopleDeps & { readonly tries: FailedTries };

const RECOVERY_CODES = 10;

/**
 * Creates the secret of a second factor, which counts once {@link confirmSecondFactor} has seen a code of it. A secret
 * that was never confirmed is replaced.
 *
 * @returns the secret in base32, and the `otpauth://` address for a QR code
 * @throws DomainError `invalid_parameter` (the password is wrong), `too_many_requests`, `conflict` (one is on)
 */
export async function startSecondFactor(
  ports: Deps,
  by: Caller,
  given: PasswordProof,
): Promise<{ readonly secret: string; readonly url: string }> {
  const user = await requireOwnPassword(ports, by, { field: "password", ...given });
  const secret = ports.totp.newSecret();
  if (!(await ports.secondFactors.begin(user.id, ports.totp.seal(secret, user.id)))) {
    throw new DomainError("conflict", "A second factor is already on. Turn it off before you set up another.");
  }
  return { secret, url: ports.totp.url(secret, user.username) };
}

/**
 * Turns the second factor on, and ends the user's other sessions.
 *
 * @param session token of the session that goes on
 * @returns the recovery codes in plain text, to be shown once; only their hashes are stored
 * @throws DomainError `invalid_parameter` (the code is wrong, or no secret of the last hour waits for it)
 */
export async function confirmSecondFactor(
  ports: Deps,
  by: Caller,
  given: { readonly code: string; readonly session: string },
): Promise<readonly string[]> {
  const secret = await ports.secondFactors.pending(by.userId);
  const step = secret && ports.totp.stepOf(plain(given.code), secret, by.userId, ports.now());
  if (secret === null || step === null) throw wrongCode();
  const codes = Array.from({ length: RECOVERY_CODES }, () => ports.totp.newRecoveryCode());
  const recoveryHashes = codes.map((code) => ports.credentials.tokenHash("recovery-code", plain(code)));
  await withAccountsLock(ports, by, async () => {
    if (!(await ports.secondFactors.confirm({ userId: by.userId, secret, step, recoveryHashes }))) throw wrongCode();
    await ports.sessions.endAll(by.userId, ports.credentials.sessionHash(given.session));
    await ports.users.record("second_factor.enabled", { user_id: by.userId, by: by.principal });
  });
  return codes;
}

/** Turns one's own second factor off. false: there was none. @throws DomainError as {@link startSecondFactor} */
export async function endOwnSecondFactor(ports: Deps, by: Caller, given: PasswordProof): Promise<boolean> {
  const { id } = await requireOwnPassword(ports, by, { field: "password", ...given });
  return withAccountsLock(ports, by, () => removeSecondFactor(ports, by, id));
}

/** For a user who lost their devices: from then on, the password alone opens a session, and nothing else does. */
export async function endSecondFactor(ports: PeopleDeps, by: Caller, id: number): Promise<SignInMethods> {
  return withAccountsLock(ports, by, async () => {
    const user = await requireUser(ports, id);
    requireManages(by, await ports.roles.all(), user);
    return endFactors(ports, by, id);
  });
}

/**
 * The second step of a sign-in: opens the session. null: the challenge is unknown, used or expired, or the code is
 * wrong or was used before; which of these is not reported.
 *
 * @throws DomainError `too_many_requests`
 */
export async function passSecondFactor(
  ports: Deps,
  given: { readonly challenge: string; readonly code: string; readonly ip: string; readonly earlier: string | null },
): Promise<{ readonly token: string } | null> {
  const { code, ip, earlier } = given;
  const hash = ports.credentials.tokenHash("challenge", given.challenge);
  const found = await ports.secondFactors.findChallenge(hash);
  const username = found?.username ?? triesOfAddress(ip);
  ports.tries.attempt(ip, username);
  if (!found || !(await isRight(ports, found.userId, plain(code)))) return null;
  ports.tries.passed(ip, username);
  if (!(await ports.secondFactors.takeChallenge(hash))) return null;
  return openSession(ports, { ...found, earlier, secondFactor: true });
}

async function isRight(ports: PeopleDeps, userId: number, code: string): Promise<boolean> {
  const attempt = await ports.secondFactors.attempt(userId);
  // Turned off since the password was checked.
  if (attempt === null) return false;
  if ("seconds" in attempt) {
    throw tooManyRequests(`Too many wrong codes. Try again in ${attempt.seconds} s.`, attempt.seconds);
  }
  if (!/^\d{6}$/.test(code)) {
    return ports.secondFactors.useRecoveryCode(userId, ports.credentials.tokenHash("recovery-code", code));
  }
  const step = ports.totp.stepOf(code, attempt.secret, userId, ports.now());
  return step !== null && ports.secondFactors.accept(userId, step);
}

/** As typed: apps and our own page show codes in groups. */
function plain(code: string): string {
  return typedCode(code).toLowerCase();
}

function wrongCode(): DomainError {
  return new DomainError("invalid_parameter", "The code is wrong. Enter the one that the app shows now.", [
    { field: "code", code: "invalid_format", message: "is wrong" },
  ]);
}
