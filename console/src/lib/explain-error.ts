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
  if (error instanceof TidingsConnectionError && error.status !== null) return explainForeignAnswer(error.status);
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

/**
 * Whether it is unknown what became of a call. A proxy or firewall that refused a call did not pass it on.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof TidingsConnectionError)) return false;
  const { status } = error;
  return status === null || status < 400 || status === 408 || status >= 500;
}

/** An answer that is not the service's: of a proxy, a firewall or a sign-in page in front of it. */
function explainForeignAnswer(status: number): Explanation {
  if (status === 413) {
    return {
      what: t`The server in front of the service accepts nothing as large as this.`,
      why: t`Its limit for the size of a request has to be raised.`,
      docs: "/docs/guide/operate",
    };
  }
  const shown = String(status);
  if (status >= 500) {
    return {
      what: t`The service did not answer.`,
      why: t`It is restarting, or the server in front of it cannot reach it (status ${shown}).`,
    };
  }
  return {
    what:
      status < 300
        ? t`Something in front of the service answered in its place.`
        : t`Something in front of the service answered in its place (status ${shown}).`,
    why: t`It may be a proxy, a firewall or a page to sign in. Load the page again, or ask whoever runs the service.`,
  };
}

/** The documentation of this service is at its own address, whatever name it is reached by. */
function localDocs(docs: string): string {
  const at = docs.indexOf("/docs/");
  return at === -1 ? docs : docs.slice(at);
}
