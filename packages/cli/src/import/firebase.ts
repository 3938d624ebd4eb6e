/** Reads the password hash parameters of a Firebase project. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { CombineHash } from "./columns.ts";

/**
 * Reads the "Password hash parameters" from Firebase's console, saved to a file unchanged.
 * @throws {Error} if a parameter is missing
 */
export function firebaseHashes(path: string, folder: string): CombineHash {
  const text = readFileSync(resolve(folder, path), "utf8");
  const find = (name: string): string => {
    const [, value] = new RegExp(`${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)`).exec(text) ?? [];
    if (value === undefined)
      throw new Error(
        `${path} doesn't contain ${name}. Save the password hash parameters from the Firebase console to it.`,
      );
    return value;
  };
  const [n, r] = [find("mem_cost"), find("rounds")];
  const [ss, sk] = [toStandardBase64(find("base64_salt_separator")), toStandardBase64(find("base64_signer_key"))];
  return (hash, salt) =>
    `$fbscrypt$v=1,n=${n},r=${r},p=1,ss=${ss},sk=${sk}$${toStandardBase64(salt)}$${toStandardBase64(hash)}`;
}

/** Firebase exports can use either base64 alphabet. */
function toStandardBase64(base64: string): string {
  return base64.replaceAll("-", "+").replaceAll("_", "/");
}
