/** Decodes webhook secrets into signing keys. */

import { fromBase64, utf8 } from "@latchkey/core/crypto";

/** A secret with a known format. */
export interface WebhookSecret {
  readonly secret: string;
  /**
   * `base64`: the standard format, with or without the `whsec_` prefix. `utf8`: the bytes of the whole text, as Polar
   * signed until September 2026. Default: every format that's possible, because both are in use.
   */
  readonly format?: "base64" | "utf8" | undefined;
}

/** One secret, or several during a rotation. */
export type WebhookSecrets = string | WebhookSecret | readonly (string | WebhookSecret)[];

/** The keys for verifying signatures, and warnings about weak secrets. */
export interface WebhookKeys {
  readonly keys: readonly Uint8Array[];
  readonly warnings: readonly string[];
}

const prefix = "whsec_";
/** The minimum key length in bytes that the standard requires. */
const minKeyBytes = 24;

/**
 * Decodes secrets into keys.
 * @throws {Error} if there's no secret, or one is empty or not valid base64 in the `base64` format
 */
export function webhookKeys(secrets: WebhookSecrets): WebhookKeys {
  const secretList = (Array.isArray(secrets) ? secrets : [secrets]) as readonly (string | WebhookSecret)[];
  if (secretList.length === 0)
    throw new Error("The webhook secret is missing. Use the signing secret of your payment provider's endpoint.");
  const warnings: string[] = [];
  const keys = secretList.flatMap((one) => {
    const read = candidateKeys(typeof one === "string" ? { secret: one } : one);
    if (Math.min(...read.map((key) => key.length)) < minKeyBytes) {
      warnings.push(`A webhook secret is shorter than ${minKeyBytes} bytes, so it might be guessed. Create a new one.`);
    }
    return read;
  });
  return { keys, warnings };
}

function candidateKeys({ secret, format }: WebhookSecret): Uint8Array[] {
  if (typeof secret !== "string" || secret.trim() === "") {
    throw new Error("The webhook secret is empty. Use the signing secret of your payment provider's endpoint.");
  }
  if (format === "utf8") return [utf8(secret)];
  const hasPrefix = secret.startsWith(prefix);
  const encoded = hasPrefix ? secret.slice(prefix.length) : secret;
  if (encoded === "") throw new Error(`The webhook secret is only the prefix "${prefix}". Use the whole secret.`);
  const decoded = decode(encoded);
  if (format === "base64") {
    if (!decoded) throw new Error('The webhook secret isn\'t base64. Remove its `format`, or set it to "utf8".');
    return [decoded];
  }
  // Arbitrary text can be valid base64 by accident. Without the prefix, it's only decoded if the key is long enough.
  const isKey = decoded !== null && (hasPrefix || decoded.length >= minKeyBytes);
  return isKey ? [decoded, utf8(secret)] : [utf8(secret)];
}

/** Decodes base64 with or without padding. */
function decode(text: string): Uint8Array | null {
  const bytes = fromBase64(text) ?? fromBase64(text.padEnd(Math.ceil(text.length / 4) * 4, "="));
  return bytes && bytes.length > 0 ? bytes : null;
}
