/** Checks after recovery that every user can sign in and that every ended session is rejected. */

import type { ApiClient } from "./calls.ts";
import { type Ledger, violate } from "./ledger.ts";
import { signIn } from "./people/person.ts";
import { replaySession } from "./people/sessions.ts";

/** Number of concurrent checks. */
const concurrency = 8;

/** Compares everything that was acknowledged with the actual state. */
export async function checkLedger(caller: ApiClient, ledger: Ledger): Promise<void> {
  await each(ledger.accounts, async (account) => {
    const session = await signIn({ caller, ledger, account, sessions: [], organizationId: null });
    // All services are available now.
    if (!session) violate(ledger, `Signing in as ${account.email} failed at the end.`);
  });
  await each(ledger.ended, (session) => replaySession(caller, ledger, session));
}

async function each<T>(list: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await run(next);
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}
