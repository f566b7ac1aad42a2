import { startTestService, type Answer, type Credentials, type TestService } from "../service/test-service.ts";

export type OpenOtp = Awaited<ReturnType<typeof openOtp>>;

/** The whole service with two callers, and what tests of one-time passwords do with them. */
export async function openOtp() {
  const service: TestService = await startTestService({ TIDINGS_COUNTRY: "DE" });
  const app: Credentials = await service.userWith("svc_sendsms", "svc_outbox");
  const other: Credentials = await service.userWith("svc_sendsms");

  async function textsTo(number: string): Promise<string[]> {
    const found = await service.pool.query<{ body: string }>(
      "select body from messages join deliveries on message_id = messages.id where phone = $1 order by messages.id",
      [number],
    );
    return found.rows.map(({ body }) => body);
  }

  return {
    service,
    app,
    other,
    textsTo,
    send: (number: string, more: object = {}, as = app): Promise<Answer> =>
      service.call("POST", "/otp", { number, ...more }, { as }),
    check: (number: string, code: unknown, more: object = {}, as = app): Promise<Answer> =>
      service.call("POST", "/otp/check", { number, code, ...more }, { as }),
    /** The code in the newest message to a number. */
    codeOf: async (number: string): Promise<string> =>
      /\d{4,10}/.exec((await textsTo(number)).at(-1) ?? "")?.[0] ?? "no code",
    /** Lets time pass for the limits and for the codes. */
    async pass(interval: string): Promise<void> {
      await service.pool.query("update code_requests set at = at - $1::interval", [interval]);
      await service.pool.query(
        "update one_time_passwords set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval",
        [interval],
      );
    },
  };
}

let next = 1_000;

/** A German mobile number whose prefix no other test uses. */
export const freshNumber = (): string => `+49151${(next += 1)}0000`;

/** A code of as many digits that is not this one. */
export const wrong = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;
