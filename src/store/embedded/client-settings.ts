/**
 * What `pg` would take from the environment, where it is meant for another server: TLS, which a socket does not have,
 * and settings of the session. An empty text counts as absent.
 */
export const EMBEDDED_CLIENT = { ssl: false, sslnegotiation: "postgres", options: " " } as const;
