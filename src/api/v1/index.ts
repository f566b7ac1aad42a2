import type { Endpoint } from "../endpoint.ts";
import { applicationPasswordEndpoints } from "./application-password.ts";
import { applicationPasswordsEndpoints } from "./application-passwords.ts";
import { customersEndpoints, type CustomerServices } from "./customers.ts";
import { rolesEndpoints } from "./roles.ts";
import { sendEndpoint, type SendServices } from "./send.ts";
import { userEndpoints } from "./user.ts";
import { usersEndpoints, type UserServices } from "./users.ts";

/** What all endpoints together are given. */
export type ApiPorts = SendServices & UserServices & CustomerServices;

/** Every route under /svc/v1: the table of contents of the API. */
export function endpoints(ports: ApiPorts): readonly Endpoint[] {
  return [
    sendEndpoint(ports),
    ...usersEndpoints(ports),
    ...userEndpoints(ports),
    ...rolesEndpoints(ports),
    ...applicationPasswordsEndpoints(ports),
    ...applicationPasswordEndpoints(ports),
    ...customersEndpoints(ports),
  ];
}
