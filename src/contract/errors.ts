/**
 * Every error code of the service, once: status, sentence, cause, remedy. The reference page
 * docs/reference/errors.md and the OpenAPI file are made from this table.
 */
export type ErrorEntry = {
  readonly status: number;
  /** What is said where nothing more exact can be. */
  readonly sentence: string;
  readonly cause: string;
  readonly remedy: string;
};

export const errors = {
  no_route: {
    status: 404,
    sentence: "There is nothing at this address.",
    cause: "The path is not one of the service's.",
    remedy: "Check the path; all routes begin with /svc/v1 and are listed at /docs.",
  },
  method_not_allowed: {
    status: 405,
    sentence: "This address does not take that method.",
    cause: "The path exists, but not with this HTTP method.",
    remedy: "Use one of the methods in the Allow header.",
  },
  unauthorized: {
    status: 401,
    sentence: "User name and application password are missing or wrong.",
    cause: "No Basic credentials came with the call, or the pair is not known. A web password never works here.",
    remedy: "Create an application password in your profile and send it with your user name by HTTP Basic.",
  },
  forbidden: {
    status: 403,
    sentence: "You may not do this.",
    cause: "None of the user's roles grants the capability that the route needs.",
    remedy: "Ask an administrator for a role with the capability named in the message.",
  },
  foreign_origin: {
    status: 403,
    sentence: "The call came from another site's page.",
    cause:
      "A browser said by Origin or Sec-Fetch-Site that the page which made this call is not of this service's own origin. It adds credentials that it knows to such calls, so nothing but reading is done for them, whatever the credentials are.",
    remedy:
      "Call from your server, not from a page. Where it is this service's own page, TIDINGS_PUBLIC_URL must be its address as browsers see it, and a proxy before it must be named in TIDINGS_TRUSTED_PROXIES.",
  },
  https_required: {
    status: 403,
    sentence: "Credentials are only taken over HTTPS.",
    cause: "The call came over plain HTTP from another machine, where passwords can be read on the way.",
    remedy: "Put a TLS proxy in front and name it in TIDINGS_TRUSTED_PROXIES.",
  },
  addon_required: {
    status: 403,
    sentence: "Scheduling and recurring messages need the paid add-on.",
    cause:
      "The call needs a license, and there is none, or it has expired, was signed by another key or is for something else: the message says which, data.license too. Nothing was stored or sent.",
    remedy:
      "Set TIDINGS_LICENSE, or make a trial with `tidings license issue`. Reading and ending schedules needs none.",
  },
  payload_too_large: {
    status: 413,
    sentence: "The body is too large.",
    cause: "The request body is over the limit.",
    remedy: "Send fewer recipients in one call, or use groups.",
  },
  malformed_request: {
    status: 400,
    sentence: "This is not a request of HTTP that can be read.",
    cause: "The method is none of HTTP's, or the request breaks its rules: a header without a colon, two lengths.",
    remedy: "Send the call with a client for HTTP, and look at what stands between it and the service.",
  },
  request_timeout: {
    status: 408,
    sentence: "The request did not come to its end in time.",
    cause: "The headers took longer than 20 seconds to come, or headers and body together longer than a minute.",
    remedy:
      "Send it again, over a better connection or in smaller parts. With an Idempotency-Key nothing is done twice.",
  },
  headers_too_large: {
    status: 431,
    sentence: "The headers of the request are too large.",
    cause: "Address and headers together are over 16 kB, by a long query or by many cookies.",
    remedy: "Send parameters in the body and not in the address; send no cookies.",
  },
  unsupported_media_type: {
    status: 415,
    sentence: "This content type is not understood.",
    cause: "The body is neither JSON nor a form, or it is packed (Content-Encoding).",
    remedy: "Send application/json, application/x-www-form-urlencoded or multipart/form-data, and not packed.",
  },
  invalid_json: {
    status: 400,
    sentence: "The body is not valid JSON.",
    cause: "The body could not be parsed, is nested too deep, is not an object, or is not UTF-8.",
    remedy: "Send one JSON object in UTF-8.",
  },
  invalid_parameter: {
    status: 400,
    sentence: "Some parameters are not right.",
    cause: "One or more parameters are missing, of the wrong type or out of range. data.details names all of them.",
    remedy: "Correct every parameter that data.details names. Nothing was stored or sent.",
  },
  unknown_parameter: {
    status: 400,
    sentence: "A parameter's name is not known.",
    cause:
      "The call names something, on whatever level, that the route does not take: misspelt, another service's word, or meant for another route. Ignored, it would make the call do more, or sooner, than was asked.",
    remedy:
      "Use the name that `did_you_mean` of the detail proposes, or leave it out. `Prefer: handling=lenient` makes it a warning. Nothing was stored or sent.",
  },
  selector_conflict: {
    status: 400,
    sentence: "A recipient selector is filled that `recipients` does not name.",
    cause: "`recipients` says which selectors count, and another one was filled too.",
    remedy: "Name every selector you fill in `recipients`, or leave `recipients` out.",
  },
  no_recipients: {
    status: 400,
    sentence: "Nobody is left to send to.",
    cause: "The selectors are empty, or none of the people has a usable number, or all of them opted out.",
    remedy: "Name at least one reachable recipient. Nothing was stored or sent.",
  },
  gateway_cannot: {
    status: 400,
    sentence: "The gateway cannot do this.",
    cause:
      "Flash or media was asked for, and a gateway that the text may go by has no such ability, or takes no media of that type, size or number.",
    remedy: "Leave it out, or send by another gateway.",
  },
  verification_failed: {
    status: 400,
    sentence: "The code is not right, or no longer valid.",
    cause: "Wrong code, expired code, too many tries, or no pending subscription: on purpose the answer is the same.",
    remedy: "Subscribe again to get a new code.",
  },
  use_cursor: {
    status: 400,
    sentence: "Pages this deep are read with a cursor.",
    cause: "page × per_page is beyond 10,000.",
    remedy: "Follow pagination.next_cursor from page to page.",
  },
  not_found: {
    status: 404,
    sentence: "There is no such thing.",
    cause: "The id in the path or a parameter names nothing, or nothing that is kept any longer.",
    remedy: "List the collection to see what exists.",
  },
  conflict: {
    status: 409,
    sentence: "This clashes with what exists.",
    cause: "A name, number or URL that must be unique is taken, or the thing is still in use.",
    remedy: "Choose another, or change what exists.",
  },
  no_gateway: {
    status: 409,
    sentence: "No gateway is configured.",
    cause: "TIDINGS_GATEWAY is `none`, so nothing could be sent.",
    remedy: "Set TIDINGS_GATEWAY to a gateway's DSN and start again.",
  },
  no_commerce: {
    status: 409,
    sentence: "There is no shop to take customers from.",
    cause: "The customers selector was used and no e-commerce extension is configured.",
    remedy: "Configure an e-commerce extension, or choose other recipients.",
  },
  no_phone_numbers: {
    status: 409,
    sentence: "The platform shows no phone numbers of its users.",
    cause:
      "Users or roles were chosen, and the host platform keeps or shows no numbers: on WordPress the companion plugin or WooCommerce is missing.",
    remedy: "Install the companion plugin and run `tidings connect`, or choose other recipients.",
  },
  not_in_this_state: {
    status: 409,
    sentence: "That cannot be done in its present state.",
    cause: "The thing has already ended, or has not begun.",
    remedy: "Read its state first.",
  },
  idempotency_in_flight: {
    status: 409,
    sentence: "A call with this Idempotency-Key is still under way.",
    cause: "The same key came a second time before the first call was answered.",
    remedy: "Wait for the first answer, or repeat after a moment.",
  },
  idempotency_mismatch: {
    status: 422,
    sentence: "This Idempotency-Key was used for another request.",
    cause: "The key is known for 24 hours with another body, query or content type.",
    remedy: "Use a new key for a new request.",
  },
  already_created: {
    status: 409,
    sentence: "This was created by an earlier call with the same Idempotency-Key.",
    cause: "The reply held a secret that is shown once and kept nowhere.",
    remedy: "List what exists; if the secret is lost, delete it and create another.",
  },
  too_many_requests: {
    status: 429,
    sentence: "Too many tries.",
    cause:
      "The credentials are wrong, and too many wrong ones came from this address in a short time; right ones are not refused for that. Or a sign-in, or a platform's unknown user, after as many. Or too many calls were begun and not ended.",
    remedy: "Wait as long as the Retry-After header says.",
  },
  too_many_streams: {
    status: 429,
    sentence: "Too many progress streams are open.",
    cause: "This node, or this user on it, has as many server-sent event streams open as it may.",
    remedy: "Close streams that nobody watches, or ask GET /messages/{id} now and then.",
  },
  gateway_unreachable: {
    status: 502,
    sentence: "The gateway does not answer.",
    cause: "The provider could not be reached in time, or answered with an error.",
    remedy: "Try again; the provider's status page may tell more.",
  },
  host_unavailable: {
    status: 503,
    sentence: "The platform that knows the users cannot be reached.",
    cause: "The host platform did not answer, so credentials cannot be checked and recipients not be looked up.",
    remedy: "Try again as the Retry-After header says; `tidings doctor` says what is wrong with the platform.",
  },
  database_unavailable: {
    status: 503,
    sentence: "The database cannot be reached, or cannot keep up.",
    cause:
      "PostgreSQL is down, restarting, out of connections or disk space, or so slow that too many calls wait. Nothing that was acknowledged is lost.",
    remedy:
      "Try again as the Retry-After header says, with the same Idempotency-Key. Where `data.outcome` is `unknown`, the message may have been accepted: without a key look up `data.message_id` first; 404 means that it was not.",
  },
  internal: {
    status: 500,
    sentence: "Something went wrong on our side.",
    cause: "An error that nobody foresaw. The log has it under the request id.",
    remedy: "Try again with the same Idempotency-Key; report the request id if it stays.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;
