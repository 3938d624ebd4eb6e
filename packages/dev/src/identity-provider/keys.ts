/** The identity provider's key. It can be stored in a file, because apps store the certificate. */

import { readFile, writeFile } from "node:fs/promises";
import { createKeyPair, type KeyPair } from "@latchkey/sso/saml";

const yearMs = 31_557_600_000;

/**
 * Reads the key from a file. If the file doesn't exist, creates a key and writes it. Without a file, returns a new key.
 */
export async function loadKeyPair(file: string | undefined, now: Date): Promise<KeyPair> {
  const stored = file === undefined ? null : await readKeyFile(file);
  if (stored) return stored;
  const pair = await createKeyPair({
    commonName: "Latchkey development identity provider",
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter: new Date(now.getTime() + 10 * yearMs),
  });
  if (file !== undefined) await writeFile(file, pair.privateKey + pair.certificate, { mode: 0o600 });
  return pair;
}

async function readKeyFile(file: string): Promise<KeyPair | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const at = text.indexOf("-----BEGIN CERTIFICATE-----");
  if (!text.startsWith("-----BEGIN PRIVATE KEY-----") || at < 0) {
    throw new Error(`${file} doesn't contain an identity provider key. Delete it, or set keyFile to another file.`);
  }
  return { privateKey: text.slice(0, at), certificate: text.slice(at) };
}
