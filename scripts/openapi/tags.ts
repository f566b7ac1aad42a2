/** The sections of the reference, in the order in which a reader needs them. */
export const tags: Readonly<Record<string, string>> = {
  Messages: "Send a text to people named directly, by user, role or newsletter group, or to the shop's customers.",
  Schedules: "Messages that go later, once or again and again. The paid add-on.",
  Newsletter: "Subscribe, confirm and leave. A number belongs to groups; each membership has its own state.",
  Groups: "The newsletter's groups.",
  Templates: "Stored texts, to be sent by their id.",
  Subscribers: "The people of the newsletter, with the groups they are in and how they came there.",
  Suppressions: "Numbers that get nothing: who opted out or was blocked, and how that is lifted.",
  "One-time passwords": "Codes that prove that somebody reads messages at a number.",
  Fields: "What you keep about subscribers besides name and number, and of which type it is.",
  Segments: "Stored filters of subscribers: counted when they are looked at, resolved when they are sent to.",
  Forms: "Pages on which people subscribe, and the links by which a person leaves or changes groups.",
  Outbox: "The log: one entry for each recipient of each message.",
  Gateways:
    "How the ways to SMS providers do, which one would take a number, what is left there, and what the sandbox's phones have received.",
  Statistics: "What was sent, how quickly and with what result; the state of the service; what changes, live.",
  Alerts: "What needs an operator: a gateway that stopped, credit that runs out, and who was notified of it.",
  Inbox: "Texts that people sent to you.",
  Webhooks: "Events, signed and sent to an https address of yours.",
  Session:
    "Signing in to the console: a cookie for pages of the service's own origin. Programs use application passwords.",
  Users:
    "Users of the built-in host. Beside another host platform these routes answer 404 and say where it keeps them.",
  Roles: "What users may do.",
  "Application passwords": "Credentials for programs: one each, shown once, revoked alone.",
  Orders: "Texts to customers and staff when an order of the shop changes its status.",
  Settings: "What the operator decides while the service runs, and who changed it.",
  Privacy: "What is held about a person: counted, exported, erased.",
  Requests: "What programs called, and how it ended: for those who write them.",
  Search: "One box for numbers, people, messages and everything else that has a name.",
  Jobs: "Long work that continues after the reply: its progress, its result, and how to end it.",
  Customers: "Customers with a phone number, where no shop is connected.",
};
