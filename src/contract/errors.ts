/**
 * Every error code of the service, defined once: status, sentence, cause and remedy. docs/reference/errors.md and the
 * OpenAPI file are generated from this table.
 */
export type ErrorEntry = {
  readonly status: number;
  /** The default message, used where there is nothing more specific to say. */
  readonly sentence: string;
  readonly cause: string;
  readonly remedy: string;
  /** The same call may work later, when time has passed or a setting has changed: no Idempotency-Key repeats it. */
  readonly temporary?: true;
};

export const errors = {
  no_route: {
    status: 404,
    sentence: "There is nothing at this address.",
    cause: "The service has no route with this path.",
    remedy: "Check the path; all routes begin with /svc/v1 and are listed at /docs.",
  },
  method_not_allowed: {
    status: 405,
    sentence: "This address does not support that method.",
    cause: "The path exists, but not with this HTTP method.",
    remedy: "Use one of the methods in the Allow header.",
  },
  unauthorized: {
    status: 401,
    sentence: "User name and application password are missing or wrong.",
    cause: "The call had no Basic credentials, or they match no user. A web password never works here.",
    remedy: "Create an application password in your profile and send it with your user name as HTTP Basic credentials.",
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
      "The Origin or Sec-Fetch-Site header shows that the page that made this call is not of this service's own origin. Browsers add stored credentials to such calls, so they may only read, whatever the credentials are.",
    remedy:
      "Call from your server, not from a page. If the page is this service's own, set TIDINGS_PUBLIC_URL to the address that browsers see, and name any proxy in front of it in TIDINGS_TRUSTED_PROXIES.",
  },
  https_required: {
    status: 403,
    sentence: "Credentials are only accepted over HTTPS.",
    cause: "The call came over plain HTTP from another machine, so passwords could be read in transit.",
    remedy:
      "Put a TLS proxy in front and name it in TIDINGS_TRUSTED_PROXIES. In a container, name the address of the engine's network there, too.",
  },
  passkeys_unavailable: {
    status: 403,
    sentence: "Passkeys are not available at this address.",
    cause:
      "A passkey is valid for one host name. The call does not come from a page of this service at a host name with HTTPS, or at localhost: an IP address has no passkeys, and behind a proxy that replaces the Host header the page's own address is not known.",
    remedy:
      "Open the console at its host name, on your own machine at http://localhost. Set TIDINGS_PUBLIC_URL to the address that browsers see, and name any proxy in front of the service in TIDINGS_TRUSTED_PROXIES.",
  },
  addon_required: {
    status: 403,
    sentence: "Scheduling and recurring messages need the paid add-on.",
    cause:
      "The call needs a license, and there is none, or it has expired, was signed with another key or covers something else: the message and data.license say which. Nothing was stored or sent.",
    remedy:
      "Set TIDINGS_LICENSE, or create a trial license with `tidings license issue`. Reading and ending schedules needs no license.",
  },
  payload_too_large: {
    status: 413,
    sentence: "The body is too large.",
    cause: "The request body is over the limit.",
    remedy: "Send fewer recipients in one call, or use groups. Divide a file that you import.",
  },
  malformed_request: {
    status: 400,
    sentence: "This is not a valid HTTP request.",
    cause:
      "The method is not an HTTP method, or the request is malformed: a header without a colon, or two Content-Length headers.",
    remedy: "Use a standard HTTP client, and check any proxy between it and the service.",
  },
  request_timeout: {
    status: 408,
    sentence: "The request was not completed in time.",
    cause: "The headers took longer than 20 seconds to arrive, or headers and body together longer than a minute.",
    remedy:
      "Send it again, over a better connection or in smaller parts. With an Idempotency-Key, nothing is done twice.",
  },
  headers_too_large: {
    status: 431,
    sentence: "The headers of the request are too large.",
    cause: "Address and headers together exceed 16 kB, because of a long query string or many cookies.",
    remedy: "Send parameters in the body instead of the address, and send no cookies.",
  },
  unsupported_media_type: {
    status: 415,
    sentence: "This content type is not supported.",
    cause: "The body is neither JSON nor a form, or it is compressed (Content-Encoding).",
    remedy: "Send application/json, application/x-www-form-urlencoded or multipart/form-data, uncompressed.",
  },
  invalid_json: {
    status: 400,
    sentence: "The body could not be parsed.",
    cause:
      "The body is not valid JSON, is nested too deeply, is not an object, or ended before it was complete. The same code is used for a form that could not be parsed, such as a multipart form whose boundary differs from that of its Content-Type, and for a form or a query that is not UTF-8.",
    remedy:
      "Send one JSON object or one form in UTF-8. Let the client write the Content-Type of a multipart form: it has the boundary.",
  },
  invalid_parameter: {
    status: 400,
    sentence: "Some parameters are invalid.",
    cause: "One or more parameters are missing, of the wrong type or out of range. data.details lists all of them.",
    remedy: "Correct every parameter in data.details. Nothing was stored or sent.",
  },
  unknown_parameter: {
    status: 400,
    sentence: "A parameter name is unknown.",
    cause:
      "The call has a parameter, at any level, that the route does not accept: it is misspelled, is named as another service names it, or belongs to another route. If it were ignored, the call could do more, or act sooner, than intended.",
    remedy:
      "Use the name that the detail suggests in `did_you_mean`, or leave it out. `Prefer: handling=lenient` turns the error into a warning. Nothing was stored or sent.",
  },
  selector_conflict: {
    status: 400,
    sentence: "A recipient selector is set that `recipients` does not name.",
    cause: "`recipients` says which selectors count, and another one was set too.",
    remedy: "Name every selector you set in `recipients`, or leave `recipients` out.",
  },
  no_recipients: {
    status: 400,
    sentence: "There are no recipients left to send to.",
    cause: "The selectors are empty, or none of the people selected has a usable number, or all of them opted out.",
    remedy: "Name at least one reachable recipient. Nothing was stored or sent.",
  },
  gateway_cannot: {
    status: 400,
    sentence: "The gateway cannot do this.",
    cause:
      "Flash or media was requested, and a gateway that the message may be routed to does not support it, or does not accept media of that type, size or number.",
    remedy: "Leave it out, or use another gateway.",
  },
  verification_failed: {
    status: 400,
    sentence: "The code is wrong or no longer valid.",
    cause:
      "The code is wrong or expired, there were too many attempts, or nothing waits for a code: the response is deliberately the same.",
    remedy: "Request a new code.",
  },
  use_cursor: {
    status: 400,
    sentence: "Pages this deep require a cursor.",
    cause: "page × per_page exceeds 10,000.",
    remedy: "Follow pagination.next_cursor from page to page.",
  },
  not_found: {
    status: 404,
    sentence: "The resource was not found.",
    cause: "The id in the path or in a parameter does not exist, or is no longer kept.",
    remedy: "List the collection to see what exists.",
  },
  conflict: {
    status: 409,
    sentence: "This conflicts with an existing resource.",
    cause: "A name, number or URL that must be unique is already taken, or the resource is still in use.",
    remedy: "Choose another value, or change the existing resource.",
  },
  no_gateway: {
    status: 409,
    temporary: true,
    sentence: "No gateway can be used.",
    cause:
      "No gateway of the default route is enabled and usable, or the routing leads nowhere. Without TIDINGS_GATEWAY, the sandbox is the default route only until a stored gateway has been in it.",
    remedy:
      "Add or enable a gateway (POST /gateways), name one in the call, or set TIDINGS_GATEWAY to a gateway's DSN and restart.",
  },
  spend_cap_reached: {
    status: 409,
    temporary: true,
    sentence: "The spend cap is reached.",
    cause: "The settings limit what is spent in a day or a month, and less is left than the cheapest message costs.",
    remedy: "Wait until the time in `data.until`, or raise the cap: PATCH /settings with `spending`.",
  },
  insufficient_credit: {
    status: 409,
    temporary: true,
    sentence: "The credit at the gateway is too low.",
    cause: "The credit at the gateway is below the limit in the settings, where sending stops.",
    remedy: "Top up the credit at the provider, or lower the limit: PATCH /settings with `low_credit`.",
  },
  public_url_missing: {
    status: 409,
    temporary: true,
    sentence: "The public address is not configured.",
    cause:
      "The call makes links for people, or has them in its text, and TIDINGS_PUBLIC_URL is not set, so a link would lead to this machine.",
    remedy: "Set TIDINGS_PUBLIC_URL to the https address of the service and restart.",
  },
  no_commerce: {
    status: 409,
    temporary: true,
    sentence: "There is no shop to read customers from.",
    cause: "The customers selector was used and no e-commerce extension is configured.",
    remedy: "Configure an e-commerce extension, or choose other recipients.",
  },
  consent_required: {
    status: 409,
    temporary: true,
    sentence: "Some recipients have not agreed to marketing.",
    cause:
      "The setting `consent.require_record` is enforce, which is the default, and the message is marketing to numbers, users, roles or customers without a consent on record. A message to groups or segments is marketing unless `category` says otherwise, and so it is for numbers, users, roles and customers in the same call.",
    remedy:
      "Let people sign up on a page or with a form, import them with their consent, or send to a newsletter group. If the message is no marketing, set `category`. Users with svc_setting may state another basis in `consent_basis`, which is logged, or change the setting.",
  },
  no_phone_numbers: {
    status: 409,
    temporary: true,
    sentence: "The platform does not expose its users' phone numbers.",
    cause:
      "Users or roles were selected, and the host platform does not store or expose phone numbers: on WordPress, the companion plugin or WooCommerce is missing.",
    remedy: "Install the companion plugin and run `tidings connect`, or choose other recipients.",
  },
  not_in_this_state: {
    status: 409,
    sentence: "That is not possible in its current state.",
    cause: "The resource has already ended, or has not started.",
    remedy: "Read its state first.",
  },
  idempotency_in_flight: {
    status: 409,
    sentence: "A call with this Idempotency-Key is still in progress.",
    cause: "The same key was sent again before the first call had completed.",
    remedy: "Wait for the first response, or retry after a moment.",
  },
  idempotency_mismatch: {
    status: 422,
    sentence: "This Idempotency-Key was used for another request.",
    cause: "The key was used within the last 24 hours with another body, query or content type.",
    remedy: "Use a new key for a new request.",
  },
  already_created: {
    status: 409,
    sentence: "This was created by an earlier call with the same Idempotency-Key.",
    cause:
      "The first call was carried out, and its response is gone: it contained a secret that is shown once and not stored, or the data of a person who was erased since.",
    remedy: "List the existing ones; if a secret is lost, delete that one and create another.",
  },
  too_many_requests: {
    status: 429,
    sentence: "Too many attempts.",
    cause:
      "The credentials are wrong, and this address sent too many wrong ones in a short time; correct ones are not refused for that. The same limit applies to sign-ins and to unknown users of a platform. Or too many calls were started and not completed. Or too many codes were requested: for this number, numbers like it, this address, this country or the whole site; data.limit says which, and `unverified` that too few of the last codes were typed.",
    remedy: "Wait for the time in the Retry-After header.",
  },
  too_many_streams: {
    status: 429,
    sentence: "Too many progress streams are open.",
    cause: "This node, or this user on it, already has the maximum number of server-sent event streams open.",
    remedy: "Close streams that are not in use, or poll GET /messages/{id} instead.",
  },
  gateway_unreachable: {
    status: 502,
    sentence: "The gateway does not respond.",
    cause: "The provider could not be reached in time, or responded with an error.",
    remedy: "Try again; the provider's status page may have details.",
  },
  host_unavailable: {
    status: 503,
    sentence: "The platform that manages the users cannot be reached.",
    cause: "The host platform did not respond, so credentials cannot be checked and recipients cannot be looked up.",
    remedy:
      "Try again after the time in the Retry-After header; `tidings doctor` shows what is wrong with the platform.",
  },
  database_unavailable: {
    status: 503,
    sentence: "The database cannot be reached, or cannot keep up.",
    cause:
      "PostgreSQL is down, restarting, out of connections or disk space, or so slow that too many calls wait. If its disk is full, the message says so. Nothing that was acknowledged has been lost.",
    remedy:
      "Try again after the time in the Retry-After header, with the same Idempotency-Key. If `data.outcome` is `unknown`, the call may have been carried out: without a key, look up `data.message_id` first, where 404 means that the message was not accepted; if there is no `message_id`, look whether what the call creates or changes is there, such as the schedule or the secret.",
  },
  stopping: {
    status: 503,
    sentence: "The service is stopping.",
    cause: "The program that runs the service as a library has called stop(). Nothing of the call was carried out.",
    remedy: "Try again after the time in the Retry-After header: another node, or the next start, answers.",
  },
  internal: {
    status: 500,
    sentence: "Something went wrong on our side.",
    cause: "An unexpected error. The log has the details under the request id.",
    remedy: "Try again with the same Idempotency-Key; report the request id if the error persists.",
  },
} as const satisfies Record<string, ErrorEntry>;

/** What `database_unavailable` and the readiness check say then: its remedy is another one. */
export const diskFull = { sentence: "The disk of the database is full." } as const;

export type ErrorCode = keyof typeof errors;
