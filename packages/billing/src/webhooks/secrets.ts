/** Secrets of webhooks, and the keys that they stand for. */

import { fromBase64, utf8 } from "@latchkey/core/crypto";

/** A secret of which it is known how its key is read. */
export interface WebhookSecret {
  readonly secret: string;
  /**
   * `base64`: as the standard has it, `whsec_` taken off if it is there. `utf8`: the bytes of the whole text, as Polar
   * signed until September 2026. Default: every reading that is possible, for both are in use.
   */
  readonly format?: "base64" | "utf8" | undefined;
}

/** One secret, or several while one takes the place of another. */
export type WebhookSecrets = string | WebhookSecret | readonly (string | WebhookSecret)[];

/** Keys to check signatures with, and what is to be said of the secrets. */
export interface WebhookKeys {
  readonly keys: readonly Uint8Array[];
  readonly warnings: readonly string[];
}

const prefix = "whsec_";
/** Fewest bytes of a key that the standard asks for. */
const shortestKey = 24;

/**
 * Reads secrets.
 * @throws {Error} none is given, or one is empty, decodes to nothing, or is not base64 where it must be
 */
export function webhookKeys(secrets: WebhookSecrets): WebhookKeys {
  const given = (Array.isArray(secrets) ? secrets : [secrets]) as readonly (string | WebhookSecret)[];
  if (given.length === 0) throw new Error("webhook secret: there is none. Give the secret of the platform's endpoint.");
  const warnings: string[] = [];
  const keys = given.flatMap((one) => {
    const read = readingsOf(typeof one === "string" ? { secret: one } : one);
    if (Math.min(...read.map((key) => key.length)) < shortestKey) {
      warnings.push(`A webhook secret is shorter than ${shortestKey} bytes: it might be guessed. Make a new one.`);
    }
    return read;
  });
  return { keys, warnings };
}

function readingsOf({ secret, format }: WebhookSecret): Uint8Array[] {
  if (typeof secret !== "string" || secret.trim() === "") {
    throw new Error("webhook secret: it is empty. Give the secret of the platform's endpoint.");
  }
  if (format === "utf8") return [utf8(secret)];
  const isMarked = secret.startsWith(prefix);
  const encoded = isMarked ? secret.slice(prefix.length) : secret;
  if (encoded === "") throw new Error(`webhook secret: "${prefix}" alone is no secret.`);
  const decoded = decode(encoded);
  if (format === "base64") {
    if (!decoded) throw new Error("webhook secret: it is not base64. Leave its `format` out, or give another one.");
    return [decoded];
  }
  // Free text that happens to be base64 stands for its bytes; only what decodes to a whole key may be one.
  const isKey = decoded !== null && (isMarked || decoded.length >= shortestKey);
  return isKey ? [decoded, utf8(secret)] : [utf8(secret)];
}

/** With or without padding. */
function decode(text: string): Uint8Array | null {
  const bytes = fromBase64(text) ?? fromBase64(text.padEnd(Math.ceil(text.length / 4) * 4, "="));
  return bytes && bytes.length > 0 ? bytes : null;
}
