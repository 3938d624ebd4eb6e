/** When all is well again: everybody who signed up signs in, and every session that was ended is refused. */

import type { Caller } from "./calls.ts";
import { type Ledger, violate } from "./ledger.ts";
import { signIn } from "./people/person.ts";
import { comeBackWith } from "./people/sessions.ts";

/** How many at a time. */
const together = 8;

/** Holds everything that was acknowledged against what is there. */
export async function lookBack(caller: Caller, ledger: Ledger): Promise<void> {
  await each(ledger.accounts, async (account) => {
    const session = await signIn({ caller, ledger, account, sessions: [], organizationId: null });
    // Nothing is out of reach now.
    if (!session) violate(ledger, `Nobody could sign in as ${account.email} at the end.`);
  });
  await each(ledger.ended, (session) => comeBackWith(caller, ledger, session));
}

async function each<T>(list: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await run(next);
  };
  await Promise.all(Array.from({ length: together }, one));
}
