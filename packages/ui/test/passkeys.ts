/** A browser's passkeys in jsdom, which has none: a virtual authenticator behind `navigator.credentials`. */

import { createVirtualAuthenticator, testOrigin, type VirtualAuthenticator } from "@latchkey/test-kit";
import { vi } from "vitest";

const toText = (buffer: ArrayBuffer | Uint8Array): string => Buffer.from(buffer as Uint8Array).toString("base64url");
const toBuffer = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text, "base64url")).buffer;

interface Ceremony {
  readonly publicKey: {
    readonly challenge: ArrayBuffer;
    readonly rp: { readonly id: string; readonly name: string };
    readonly rpId: string;
    readonly user: { readonly id: ArrayBuffer };
    readonly excludeCredentials?: readonly { readonly id: ArrayBuffer }[];
  };
}

const failed = (name: string): DOMException => new DOMException("", name);

/** Gives the page passkeys until the end of the test. @returns the authenticator behind them */
export function usePasskeys(): VirtualAuthenticator {
  const device = createVirtualAuthenticator({ origin: testOrigin });
  const credentials = {
    async create({ publicKey: { challenge, rp, user, excludeCredentials = [] } }: Ceremony) {
      const known = excludeCredentials.map(({ id }) => toText(id));
      if (device.passkeys.some(({ id }) => known.includes(id))) throw failed("InvalidStateError");
      const created = await device.create({ challenge: toText(challenge), rp, user: { id: toText(user.id) } });
      const { clientDataJSON, attestationObject, transports } = created.response;
      const response = {
        clientDataJSON: toBuffer(clientDataJSON),
        attestationObject: toBuffer(attestationObject),
        getTransports: () => transports,
      };
      return { id: created.id, type: created.type, response };
    },
    async get({ publicKey: { challenge, rpId } }: Ceremony) {
      const used = await device.get({ challenge: toText(challenge), rpId }).catch(() => {
        throw failed("NotAllowedError");
      });
      const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
      const response = {
        clientDataJSON: toBuffer(clientDataJSON),
        authenticatorData: toBuffer(authenticatorData),
        signature: toBuffer(signature),
        userHandle: userHandle ? toBuffer(userHandle) : null,
      };
      return { id: used.id, type: used.type, response };
    },
  };
  vi.stubGlobal("PublicKeyCredential", { isConditionalMediationAvailable: async () => false });
  Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
  return device;
}
