/** Codes with which TLS refuses a server's certificate, before a request is sent. */
export const REFUSED_CERTIFICATE = /^(ERR_TLS_CERT_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/**
 * Why a request got no response, in words for the operator. They follow the server's name, and need a full stop.
 *
 * @param error what `fetch` rejected with
 */
export function whyUnreachable(error: unknown): string {
  const code = codeOf(error);
  if (code === null) return "cannot be reached";
  if (REFUSED_CERTIFICATE.test(code)) {
    return `has a certificate that is not accepted here (${code}): it must be valid for this host, and signed by an authority that this machine or the file in NODE_EXTRA_CA_CERTS names`;
  }
  return `cannot be reached (${code})`;
}

/** Whether the server was reached, and its certificate refused. */
export function isCertificateRefused(error: unknown): boolean {
  return REFUSED_CERTIFICATE.test(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | null {
  const inner = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof inner?.code === "string" ? inner.code : null;
}
