import type { KeyObject } from "node:crypto";

import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import type { Guard } from "../guard/guard.ts";
import type { GuardHashes } from "../guard/guard-hashes.ts";
import { refusedCode } from "../guard/refuse-code.ts";
import { requireRoute, requireAbilities } from "../messages/abilities.ts";
import { contentOf } from "../messages/content.ts";
import { newMessage } from "../messages/message.ts";
import type { MessageStore } from "../messages/message-store.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Routes } from "../routing/routes.ts";
import { requireFunds, type FundsDeps } from "../spending/spend-rules.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { codeOf, OTP_TRIES } from "./otp-code.ts";
import type { OtpOwner, OtpStore } from "./otp-store.ts";
import { otpText, type OtpWording } from "./otp-text.ts";

export type OtpDeps = {
  readonly otps: OtpStore;
  readonly guard: Guard;
  readonly hashes: Pick<GuardHashes, "number">;
  readonly unitOfWork: UnitOfWork;
  /** Key of the installation from which codes are computed. */
  readonly otpKey: KeyObject;
};

export type SendOtpDeps = OtpDeps &
  FundsDeps & {
    readonly messages: MessageStore;
    readonly routes: Routes;
    readonly newId: () => Uuid;
  };

export type SendOtpCommand = OtpOwner & {
  readonly phone: Phone;
  readonly digits: number;
  /** Seconds. */
  readonly validFor: number;
  readonly wording: OtpWording;
  readonly sender: string | null;
  /** The requester's address, if the caller states it. */
  readonly ip: string | null;
};

export type SentOtp = {
  readonly id: Uuid;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Seconds until the same number can get another message. */
  readonly resendAfter: number;
  readonly again: boolean;
  readonly sandbox: boolean;
};

/**
 * Sends a code to a number. Code, limits and message are committed together.
 *
 * @throws DomainError invalid_parameter (destination_blocked), too_many_requests, not_in_this_state (STOP), no_gateway,
 *   gateway_cannot; spend_cap_reached and insufficient_credit where the settings hold codes
 */
export async function sendOtp(ports: SendOtpDeps, command: SendOtpCommand): Promise<SentOtp> {
  const { phone, digits, validFor, wording, sender, owner, purpose, ip } = command;
  const route = requireRoute(ports.routes.byDefault(), "no code");
  const content = (code: string) => contentOf({ text: otpText(wording, code), sender });
  await requireFunds(ports, { category: "otp", route, phones: [phone], content: content("0".repeat(digits)) });
  return ports.unitOfWork.transaction(async () => {
    const taken = await ports.guard.take({ phone, ip, purpose: "one_time_password" });
    if (taken.kind === "refused") throw refusedCode(taken, "number");
    const numberHash = ports.hashes.number(phone);
    const otp = await ports.otps.put({ id: ports.newId(), owner, purpose, numberHash, digits, validFor }, OTP_TRIES);
    const own = content(codeOf(ports.otpKey, otp));
    requireAbilities({ content: own, category: "otp", route }, [phone]);
    const sent = await ports.messages.accept(
      newMessage({ content: own, category: "otp", route: route.route, phones: [phone], validFor, createdBy: owner }),
    );
    if (sent.kind === "no_recipients") throw stopped();
    return {
      id: otp.id,
      expiresAt: otp.expiresAt,
      resendAfter: taken.resendAfter,
      again: otp.again,
      sandbox: route.sandbox,
    };
  });
}

function stopped(): DomainError {
  return new DomainError("not_in_this_state", "This number has opted out of all messages.", [], { suppressed: true });
}
