import { TidingsConnectionError, TidingsError } from "tidings-client";

import { PasskeyError } from "./passkey-error.ts";
import { isMissingCode } from "./replaced-code.ts";
import { serviceText } from "./service-text.ts";
import { t } from "./translate.ts";

export type Explanation = {
  readonly what: string;
  readonly why: string;
  /** The page of the error catalog with cause and remedy. */
  readonly docs?: string;
  /** Stands in the service's log too. */
  readonly requestId?: string;
};

/** Turns a failure into sentences for the person who sees it. */
export function explain(error: unknown): Explanation {
  if (error instanceof TidingsConnectionError || isMissingCode(error)) {
    return {
      what: t`The service did not answer.`,
      why: t`It is restarting, or this device is offline.`,
    };
  }
  if (error instanceof TidingsError) {
    return {
      what: serviceText(error.message),
      why: error.status >= 500 ? t`The cause is in the service, and its log names it.` : "",
      ...(error.docs ? { docs: localDocs(error.docs) } : {}),
      ...(error.requestId ? { requestId: error.requestId } : {}),
    };
  }
  if (error instanceof PasskeyError) return { what: error.message, why: "" };
  return {
    what: t`This screen stopped working.`,
    why: t`Load the page again. If it happens again, please report: ${error instanceof Error ? error.message : String(error)}`,
  };
}

/** The documentation of this service is at its own address, whatever name it is reached by. */
function localDocs(docs: string): string {
  const at = docs.indexOf("/docs/");
  return at === -1 ? docs : docs.slice(at);
}
