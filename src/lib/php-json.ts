/** How PHP prints a message where errors are displayed, as HTML or as plain text. */
const PRINTED = /^\s*(?:<br \/>\s*<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:<\/b>)?:/;

/**
 * Parses the JSON of a site that runs on PHP; undefined: it is not JSON. If the file of a theme or plugin starts with a
 * byte order mark, every response of the site does, too.
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
