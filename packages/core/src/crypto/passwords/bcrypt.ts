/**
 * Verifies bcrypt hashes with the optional `bcryptjs` package. They're replaced at the next sign-in and never created.
 */

import { importOptional } from "./optional-packages.ts";
import type { Scheme, UnusableHash } from "./scheme.ts";
import { callInThread } from "./thread.ts";

/** Cost 2^15 takes about two seconds in JavaScript. */
const maxCost = 15;

/**
 * Verifies `$2a$`, `$2b$`, and `$2y$`. bcrypt reads only the first 72 bytes, so a password that matches up to there
 * signs in. The new hash that replaces it covers the whole password that was typed.
 */
export const bcryptScheme: Scheme = {
  parse(stored) {
    if (!/^\$2[aby]?\$/.test(stored)) return null;
    const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? [];
    if (cost === undefined || Number(cost) < 4) return "malformed";
    if (Number(cost) > maxCost) return "too-costly";
    return { isCurrent: false, matches: (password) => compare(password, stored) };
  },
};

interface Bcrypt {
  compare(password: string, stored: string): Promise<boolean>;
}

async function compare(password: string, stored: string): Promise<boolean | UnusableHash> {
  const result = await callInThread<boolean>({ module: "bcryptjs", name: "compareSync", args: [password, stored] });
  if (result) return result.value;
  const bcrypt = await importOptional<Bcrypt & { readonly default?: Bcrypt }>("bcryptjs");
  return bcrypt ? (bcrypt.default ?? bcrypt).compare(password, stored) : "bcryptjs-missing";
}
