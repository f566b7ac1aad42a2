/** A WP SMS response: a success, a refusal of its own, or a refusal of its framework. */
export type CompatReply = {
  readonly status: number;
  /** JSON, or its text in pieces. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The framework's issue with one parameter. */
export type ParameterIssue = { readonly code: string; readonly message: string; readonly data: unknown };

/** `data` is an empty list if there is nothing to return. */
export function succeeded(message: string, data: unknown = [], status = 200): CompatReply {
  return { status, body: { message, error: [], data } };
}

/** The plugin's own refusal: the status identifies the condition, with no further data. */
export function refused(message: string, status = 400): CompatReply {
  return { status, body: { error: { code: status, message } } };
}

/** The framework's refusal. */
export function failed(
  code: string,
  message: string,
  status: number,
  more: Readonly<Record<string, unknown>> = {},
): CompatReply {
  return { status, body: { code, message, data: { status, ...more } } };
}

export function missing(names: readonly string[]): CompatReply {
  return failed("rest_missing_callback_param", `Missing parameter(s): ${names.join(", ")}`, 400, { params: names });
}

export function invalid(issues: ReadonlyMap<string, ParameterIssue | string>): CompatReply {
  const names = [...issues.keys()];
  const entries = [...issues];
  return failed("rest_invalid_param", `Invalid parameter(s): ${names.join(", ")}`, 400, {
    params: Object.fromEntries(
      entries.map(([name, issue]) => [name, typeof issue === "string" ? issue : issue.message]),
    ),
    // An error that is only text has no entry here, which is what clients expect.
    details: Object.fromEntries(entries.filter(([, issue]) => typeof issue !== "string")),
  });
}
