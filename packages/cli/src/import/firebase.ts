/** The parameters with which a Firebase project hashes passwords. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { CombineHash } from "./columns.ts";

/**
 * Reads what Firebase's console shows under "Password hash parameters", saved to a file as it is.
 * @throws {Error} a parameter is missing
 */
export function firebaseHashes(path: string, folder: string): CombineHash {
  const text = readFileSync(resolve(folder, path), "utf8");
  const find = (name: string): string => {
    const [, value] = new RegExp(`${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)`).exec(text) ?? [];
    if (value === undefined)
      throw new Error(`${path} does not say ${name}. Save the password hash parameters of the console to it.`);
    return value;
  };
  const [n, r] = [find("mem_cost"), find("rounds")];
  const [ss, sk] = [standard(find("base64_salt_separator")), standard(find("base64_signer_key"))];
  return (hash, salt) => `$fbscrypt$v=1,n=${n},r=${r},p=1,ss=${ss},sk=${sk}$${standard(salt)}$${standard(hash)}`;
}

/** Exports write base64 in either alphabet. */
function standard(base64: string): string {
  return base64.replaceAll("-", "+").replaceAll("_", "/");
}
