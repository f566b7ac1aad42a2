/** The nonce of this page, for the style elements that the policy would block otherwise. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
}
