/** Reauthentication with a passkey. */

import type { ProofMethod } from "../provider/proof-method.ts";
import type { PasskeyTexts } from "./texts.ts";
import type { PasskeyClient } from "./ui.ts";

/** Confirms with a passkey. It's offered if the browser supports passkeys. */
export function passkeyProof({ label, text, submit }: PasskeyTexts["proof"]): ProofMethod {
  return {
    id: "passkey",
    factor: "passkey",
    icon: "fingerprint",
    label,
    text,
    submit,
    isAvailable: () => "PublicKeyCredential" in globalThis,
    prove: (client) => (client as PasskeyClient).passkey.reauthenticate(),
  };
}
