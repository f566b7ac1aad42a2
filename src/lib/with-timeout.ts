import { deadline } from "./deadline.ts";
import { second } from "./time.ts";

/**
 * The result of a call. @throws what the call throws, or an error once `timeoutMs` have passed; the call itself
 * continues
 */
export function withTimeout<T>(call: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = deadline(timeoutMs, () => reject(new Error(`no answer in ${timeoutMs / second} s`)));
    call.then(resolve, reject).finally(limit.end);
  });
}
