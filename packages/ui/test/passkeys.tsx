/** A browser with passkeys: a virtual authenticator behind the page's `navigator.credentials`. */

import { type PasskeyOptions, passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { createMailbox, createVirtualAuthenticator, testOrigin, type VirtualAuthenticator } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { vi } from "vitest";
import { passkeyUi } from "../src/passkey/plugin.tsx";
import { twoFactorUi } from "../src/two-factor/plugin.tsx";
import { startSite } from "./site.tsx";

export const plugins = [passkeyUi(), twoFactorUi()];

const text = (buffer: ArrayBuffer | Uint8Array): string => Buffer.from(buffer as Uint8Array).toString("base64url");
const bytes = (value: string): ArrayBuffer => Uint8Array.from(Buffer.from(value, "base64url")).buffer;

/** The page's request for a passkey. */
interface Asked {
  readonly publicKey: {
    readonly challenge: ArrayBuffer;
    readonly rp: { readonly id: string };
    readonly rpId: string;
    readonly user: { readonly id: ArrayBuffer };
    readonly allowCredentials?: readonly { readonly id: ArrayBuffer }[];
  };
  readonly mediation?: string;
  readonly signal: AbortSignal;
}

/** What the user does when the browser asks for a passkey. */
export interface PasskeyUser {
  readonly device: VirtualAuthenticator;
  /** Whether the user closes the browser's dialog. */
  cancels: boolean;
  /** Whether the browser never responds when asked to add a passkey automatically. */
  hangs: boolean;
  /** Picks a passkey from the email field. Missing while none is offered there. */
  pick?: (() => void) | undefined;
}

/** Gives the page a browser that supports passkeys. */
export function installPasskeys(): PasskeyUser {
  const device = createVirtualAuthenticator({ origin: testOrigin });
  const user: PasskeyUser = { device, cancels: false, hangs: false };
  const credentials = {
    async create({ publicKey, mediation, signal }: Asked) {
      if (mediation === "conditional" && user.hangs) {
        await new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        });
      }
      if (user.cancels) throw new DOMException("", "NotAllowedError");
      const { challenge, rp } = publicKey;
      const created = await device.create({ challenge: text(challenge), rp, user: { id: text(publicKey.user.id) } });
      const { clientDataJSON, attestationObject, transports } = created.response;
      const response = {
        clientDataJSON: bytes(clientDataJSON),
        attestationObject: bytes(attestationObject),
        getTransports: () => transports,
      };
      return { id: created.id, type: created.type, response };
    },
    async get({ publicKey, mediation, signal }: Asked) {
      if (mediation === "conditional") {
        await new Promise<void>((resolve, reject) => {
          const stop = (): void => reject(new DOMException("", "AbortError"));
          if (signal.aborted) stop();
          signal.addEventListener("abort", stop);
          user.pick = resolve;
        }).finally(() => {
          user.pick = undefined;
        });
      } else if (user.cancels) throw new DOMException("", "NotAllowedError");
      const { challenge, rpId, allowCredentials } = publicKey;
      const used = await device.get({
        challenge: text(challenge),
        rpId,
        allowCredentials: allowCredentials?.map(({ id }) => ({ id: text(id) })),
      });
      const { clientDataJSON, authenticatorData, signature, userHandle = "" } = used.response;
      const response = {
        clientDataJSON: bytes(clientDataJSON),
        authenticatorData: bytes(authenticatorData),
        signature: bytes(signature),
        userHandle: bytes(userHandle),
      };
      return { id: used.id, type: used.type, response };
    },
  };
  vi.stubGlobal("PublicKeyCredential", {
    isConditionalMediationAvailable: async () => true,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
  });
  Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  return user;
}

/** Starts a site with passkeys and two-factor authentication. */
export async function startPasskeySite(options: PasskeyOptions = {}) {
  const box = createMailbox();
  const server = [passkey(options), twoFactor({ otpOptions: { sendOTP: box.sender("sendOTP") } })];
  return startSite({ plugins: server }, [passkeyClient(), twoFactorClient()]);
}
