/** bcrypt, read through the optional package `bcryptjs` and replaced at the next sign-in. Never made here. */

import { importOptional } from "./packages.ts";
import type { Scheme, UnusableHash } from "./scheme.ts";
import { callInThread } from "./thread.ts";

/** Cost 2^15: two seconds or so in JavaScript. */
const ceiling = 15;

/**
 * `$2a$`, `$2b$`, `$2y$`. bcrypt reads the first 72 bytes of a password and no more, so a password that is equal up to
 * there signs in; the hash that replaces it is made of the password that was typed, and reads all of it.
 */
export const bcryptScheme: Scheme = {
  read(stored) {
    if (!/^\$2[aby]?\$/.test(stored)) return null;
    const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? [];
    if (cost === undefined || Number(cost) < 4) return "malformed";
    if (Number(cost) > ceiling) return "too-costly";
    return { isCurrent: false, matches: (password) => compare(password, stored) };
  },
};

interface Bcrypt {
  compare(password: string, stored: string): Promise<boolean>;
}

async function compare(password: string, stored: string): Promise<boolean | UnusableHash> {
  const answer = await callInThread<boolean>({ module: "bcryptjs", name: "compareSync", args: [password, stored] });
  if (answer) return answer.value;
  const bcrypt = await importOptional<Bcrypt & { readonly default?: Bcrypt }>("bcryptjs");
  return bcrypt ? (bcrypt.default ?? bcrypt).compare(password, stored) : "bcryptjs-missing";
}
