"use client";

import { type FormEvent, useCallback, useEffect, useState } from "react";

type Password = { readonly uuid: string; readonly name: string; readonly last_used: string | null };
type Reply = { readonly message: string; readonly data?: unknown };
type Call = <T>(method: string, path?: string, body?: object) => Promise<T>;

/** Calls of the service in Payload's own session. @throws Error with the service's sentence */
function callsOf(api: string): Call {
  return async <T,>(method: string, path = "", body?: object): Promise<T> => {
    const response = await fetch(`${api}/svc/v1/users/me/application-passwords${path}`, {
      method,
      credentials: "same-origin",
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    const reply = (await response.json().catch(() => null)) as Reply | null;
    if (!response.ok || !reply)
      throw new Error(reply?.message ?? `The service answers with status ${response.status}.`);
    return reply.data as T;
  };
}

/** The application passwords of the signed-in user: create, copy once, revoke. */
export function ApplicationPasswords({ api }: { readonly api: string }) {
  const [passwords, setPasswords] = useState<readonly Password[] | null>(null);
  const [name, setName] = useState("");
  const [created, setCreated] = useState<{ readonly name: string; readonly password: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const act = useCallback(
    async (work: (call: Call) => Promise<void>): Promise<void> => {
      const call = callsOf(api);
      setBusy(true);
      setFault(null);
      try {
        await work(call);
        setPasswords((await call<{ items: readonly Password[] }>("GET")).items);
      } catch (error) {
        setFault(error instanceof Error ? error.message : String(error));
      } finally {
        setBusy(false);
      }
    },
    [api],
  );
  useEffect(() => void act(async () => undefined), [act]);

  const create = (): Promise<void> =>
    act(async (call) => {
      setCreated(await call<{ name: string; password: string }>("POST", "", { name: name.trim() }));
      setName("");
    });
  // The account page is a form of its own, which Enter would send.
  const onEnter = (event: { key: string } & Pick<FormEvent, "preventDefault">): void => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (name.trim() !== "") void create();
  };

  return (
    <section aria-label="Application passwords" style={{ marginBlock: "2rem" }}>
      <h3>Application passwords</h3>
      <p className="field-description">
        For programs that send text messages in your name. Each may do what you may do, and is revoked on its own.
      </p>
      {fault !== null && (
        <p role="alert" style={{ color: "var(--theme-error-500)" }}>
          {fault}
        </p>
      )}
      {created && (
        <p role="status">
          The password of <strong>{created.name}</strong>, shown only now: <code>{created.password}</code>
        </p>
      )}
      <ul style={{ listStyle: "none", padding: 0 }}>
        {passwords?.map((one) => (
          <li key={one.uuid} style={{ display: "flex", gap: "1rem", alignItems: "baseline", flexWrap: "wrap" }}>
            <strong>{one.name}</strong>
            <span>
              {one.last_used === null ? "never used" : `last used ${new Date(one.last_used).toLocaleString()}`}
            </span>
            <button
              type="button"
              className="btn btn--style-secondary btn--size-small"
              aria-label={`Revoke ${one.name}`}
              disabled={isBusy}
              onClick={() =>
                void act(async (call) => {
                  await call("DELETE", `/${one.uuid}`);
                  setCreated(null);
                })
              }
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <div style={{ display: "flex", gap: "1rem", alignItems: "end", flexWrap: "wrap" }}>
        <label className="field-type text">
          <span className="field-label">What is the new one for?</span>
          <input
            type="text"
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={onEnter}
          />
        </label>
        <button
          type="button"
          className="btn btn--style-secondary btn--size-medium"
          // In line with the input.
          style={{ marginBlock: 0 }}
          disabled={isBusy || name.trim() === ""}
          onClick={() => void create()}
        >
          Create application password
        </button>
      </div>
    </section>
  );
}
