/** The place of the phone that shows what the sandbox received. It is not built: the sandbox's messages are in the API. */
export function SandboxPhone() {
  return null;
}
