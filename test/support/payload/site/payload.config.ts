import { postgresAdapter } from "@payloadcms/db-postgres";
import { sqliteAdapter } from "@payloadcms/db-sqlite";
import { ecommercePlugin } from "@payloadcms/plugin-ecommerce";
import { buildConfig } from "payload";
import { tidings } from "tidings-payload";

const { SITE_DATABASE = "file:./site.db", SITE_URL = "" } = process.env;
const anyone = () => true;

/** A shop on Payload, as its template has it, with users who have a phone and roles. */
export default buildConfig({
  secret: "a secret of the tests, and of no site",
  telemetry: false,
  // In development Payload starts a process for it at each start.
  typescript: { autoGenerate: false },
  serverURL: SITE_URL,
  // The origin of another page of the owner, which Payload allows to act in its users' sessions.
  csrf: ["https://blog.example"],
  admin: { user: "users", avatar: "default" },
  db: SITE_DATABASE.startsWith("file:")
    ? sqliteAdapter({ client: { url: SITE_DATABASE }, push: true })
    : postgresAdapter({ pool: { connectionString: SITE_DATABASE }, push: true }),
  collections: [
    {
      slug: "users",
      auth: { loginWithUsername: { allowEmailLogin: true, requireEmail: true } },
      access: { create: anyone, read: ({ req }) => Boolean(req.user?.roles?.includes("admin")) },
      fields: [
        { name: "name", type: "text" },
        { type: "row", fields: [{ name: "phone", type: "text" }] },
        {
          name: "roles",
          type: "select",
          hasMany: true,
          options: ["admin", "editor", { label: "Customer", value: "customer" }],
          defaultValue: ["customer"],
        },
      ],
    },
    { slug: "media", upload: true, fields: [] },
  ],
  plugins: [
    ecommercePlugin({
      access: {
        adminOnlyFieldAccess: anyone,
        adminOrPublishedStatus: anyone,
        isAdmin: anyone,
        isDocumentOwner: anyone,
      },
      customers: { slug: "users" },
      products: true,
      carts: true,
      orders: true,
      addresses: true,
      transactions: true,
    }),
    tidings({
      sends: process.env["SITE_SENDS"] !== "no",
      capabilities: {
        admin: ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting"],
        editor: ["svc_sendsms", "svc_outbox"],
      },
      settings: {
        DATABASE_URL: process.env["TIDINGS_DATABASE"],
        TIDINGS_DATA: process.env["TIDINGS_DATA"],
        TIDINGS_SECRET_KEY: "a key of the tests, and of no other installation",
        TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5",
        TIDINGS_COUNTRY: "GB",
        TIDINGS_LOG_LEVEL: "warn",
      },
    }),
  ],
});
