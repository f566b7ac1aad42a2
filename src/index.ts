/** Tidings as a library: docs/reference/library.md. What is not exported here may change at any release. */
export { ConfigError } from "#app/config/config";
export {
  createService,
  type Client,
  type FirstAdministrator,
  type Log,
  type Service,
  type ServiceOptions,
  type ServiceSettings,
} from "#app/create-service";
export type { Capability } from "#domain/access/capability";
export type { Contact, ContactPage, FoundUser, NamedRole } from "#domain/access/host";
export type { Platform, PlatformAccount } from "#domain/access/platform";
