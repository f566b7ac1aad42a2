/** An address to listen on, or to connect to. */
export type HostPort = { readonly host: string; readonly port: number };
