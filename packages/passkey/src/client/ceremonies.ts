/** Ceremonies: the options from the server, the passkey from the browser, and the response back to the server. */

import type { ClientError, Fetch, RequestOptions, Result } from "@latchkey/core/plugin";
import type { AcceptedPasskeys } from "../contract.ts";
import type { AuthenticationOptions } from "../webauthn/json.ts";
import { toPublicKey, toResponse } from "./credentials.ts";

/** One ceremony. */
export interface CeremonyInput {
  /** `create` for a new passkey. */
  readonly kind: "create" | "get";
  /** The path of the call for the options, and its query or body. */
  readonly options: readonly [path: string, input: RequestOptions];
  /** The path of the call that receives the response, and additional fields for its body. */
  readonly verify: readonly [path: string, body?: object | undefined];
  /** Whether the browser runs the ceremony without a dialog. */
  readonly isConditional?: boolean | undefined;
}

/** Signals of WebAuthn Level 3, which few browsers have yet. */
type Signals = Readonly<Record<string, ((about: object) => Promise<void>) | undefined>>;

/** Each uses the fields of `AcceptedPasskeys` that it supports. */
const signalNames = ["signalAllAcceptedCredentials", "signalCurrentUserDetails"] as const;

const browser = () => (globalThis as { PublicKeyCredential?: typeof PublicKeyCredential }).PublicKeyCredential;

/** Returns a client error in the same form as a server error. */
const refused = (code: string): { readonly data: null; readonly error: ClientError } => ({
  data: null,
  error: { code, message: code, status: 400, statusText: "BAD_REQUEST", details: {} },
});

/** Creates a client's ceremonies. Browsers allow only one at a time, so starting one cancels the previous one. */
export function createCeremonies($fetch: Fetch) {
  let running = new AbortController();
  const call = <T>(path: string, input: RequestOptions) => $fetch<T>(`/passkey/${path}`, input);
  const send = (name: string, about: object): Promise<void> | undefined => {
    const page = browser();
    return (page as unknown as Signals)?.[name]?.call(page, about).catch(() => {});
  };

  const run = async ({ kind, options, verify, isConditional }: CeremonyInput): Promise<Result<unknown>> => {
    running.abort();
    running = new AbortController();
    const own = running.signal;
    const page = browser();
    const isOffer = isConditional && kind === "get";
    if (!page || (isOffer && !(await page.isConditionalMediationAvailable?.()))) return refused("NOT_SUPPORTED");
    for (;;) {
      const [path, input] = options;
      const { data, error } = await call<AuthenticationOptions>(path, input);
      if (!data) return { data, error };
      const attempt = new AbortController();
      const end = () => attempt.abort();
      // Replace an offer's challenge before it expires, no matter how long the page stays open.
      const timer = isOffer && setTimeout(end, data.timeout * 0.75);
      own.onabort = end;
      if (own.aborted) end();
      try {
        const mediation = isConditional ? "conditional" : "optional";
        const settings = { signal: attempt.signal, publicKey: toPublicKey(data), mediation } as const;
        const response = toResponse(await navigator.credentials[kind](settings));
        const [target, also] = verify;
        const verified = await call(target, { method: "POST", body: { ...also, response } });
        // This removes the passkey from the authenticator, so only do it if the server reports the passkey as unknown.
        if (verified.error?.code === "PASSKEY_NOT_FOUND") void send("signalUnknownCredential", verified.error.details);
        return verified;
      } catch (problem) {
        if ((problem as Error).name === "InvalidStateError") return refused("ALREADY_REGISTERED");
        // Browsers don't say whether the user canceled or has no passkey.
        if (!attempt.signal.aborted || own.aborted) return refused("AUTH_CANCELLED");
      } finally {
        clearTimeout(timer || undefined);
      }
    }
  };

  const signal = async (): Promise<void> => {
    if (!(signalNames[0] in (browser() ?? {}))) return;
    const { data } = await call<AcceptedPasskeys[]>("accepted", { disableOnError: true });
    for (const about of data ?? []) {
      for (const name of signalNames) await send(name, about);
    }
  };

  return { run, signal, cancel: () => running.abort() };
}
