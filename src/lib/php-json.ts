/** How PHP prints a message where errors are displayed, as HTML or as plain text. */
const PRINTED = /^\s*(?:<br \/>\s*<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:<\/b>)?:/;

/**
 * The JSON of a site that PHP serves; undefined: it is not JSON. A theme or plugin whose file starts with a byte order
 * mark puts it in front of every response of the site.
 */
export function readPhpJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^[\ufeff\s]+/, ""));
  } catch {
    return undefined;
  }
}

/** Whether PHP has printed a message in front of a response. */
export function hasPhpMessage(text: string): boolean {
  return PRINTED.test(text);
}
