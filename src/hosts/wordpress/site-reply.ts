import { hasPhpMessage, readPhpJson } from "#lib/php-json";

/** A response of WordPress itself: JSON, with any status. */
export type SiteReply = {
  readonly status: number;
  readonly json: unknown;
  /** `code` of an error; "" where there is none. */
  readonly code: string;
  /** The size of the whole collection, where the route reports it. */
  readonly total: number | null;
};

/** Why the site could not be queried, in words for its administrator. */
export class SiteDown extends Error {
  override readonly name = "SiteDown";
  readonly why:
    | "unreachable"
    | "certificate"
    | "forbidden"
    | "slow"
    | "refused"
    | "redirect"
    | "failing"
    | "not_wordpress";

  constructor(why: SiteDown["why"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/**
 * A response of the site at this address, or why it cannot be from WordPress's REST API.
 *
 * @throws SiteDown if the site cannot answer
 */
export function replyOf(response: Response, text: string, site: string): SiteReply | SiteDown {
  const { status } = response;
  if (status >= 300 && status < 400) return new SiteDown("redirect", redirected(response, site));
  if (status === 429 || status >= 500) {
    throw new SiteDown("failing", `WordPress at ${site} answers with status ${status}.`);
  }
  if (hasPhpMessage(text)) {
    const words = `PHP warnings precede the response of WordPress at ${site}: display_errors=Off removes them.`;
    throw new SiteDown("failing", words);
  }
  const json = /^application\/json\b/i.test(response.headers.get("content-type") ?? "") ? readPhpJson(text) : undefined;
  const isJson = typeof json === "object" && json !== null;
  const code = isJson && "code" in json && typeof json.code === "string" ? json.code : "";
  // WordPress always gives a code. A gateway or an access control in front of it may answer with JSON as well.
  if ((status === 401 || status === 403) && code === "") {
    throw new SiteDown(
      "refused",
      `Something in front of WordPress at ${site} refuses our calls with status ${status}.`,
    );
  }
  if (!isJson) return new SiteDown("not_wordpress", `There is no REST API of WordPress at ${site}.`);
  const total = response.headers.get("x-wp-total");
  return {
    status,
    json,
    code,
    total: total === null ? null : Number(total),
  };
}

function redirected(response: Response, site: string): string {
  const to = URL.parse(response.headers.get("location") ?? "", site);
  return `${site} answers with a redirect${to ? ` to ${to.origin}` : ""}: put the site's own address into TIDINGS_PLATFORM.`;
}
