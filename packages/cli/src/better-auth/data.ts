/** Reads the data to migrate, before anything is changed. */

import type { PasskeyRow } from "@latchkey/passkey";
import type { Tables } from "../doctor/sql.ts";
import type { Target } from "../project/target.ts";
import type { BetterAuthSecrets } from "./ciphers.ts";
import { type BetterAuthFactors, readFactors } from "./factors.ts";
import { countGuests } from "./guests.ts";
import { emptySteps, pendingSteps } from "./journal.ts";
import { readPasskeys } from "./passkeys.ts";
import { countUnverifiedNumbers } from "./phone-numbers.ts";
import { countUnhashedSessions } from "./sessions.ts";
import { type BetterAuthProviders, readSsoProviders } from "./sso-providers.ts";
import type { Step } from "./step.ts";
import { countImportableTokens } from "./tokens.ts";

/** The data to migrate. Empty for completed steps. */
export interface PendingData {
  readonly pending: ReadonlySet<Step>;
  /** Steps without data. */
  readonly empty: readonly Step[];
  readonly factors: readonly BetterAuthFactors[];
  readonly passkeys: readonly PasskeyRow[];
  readonly sso: BetterAuthProviders;
  /** Number of phone numbers to remove, because no one has verified them. */
  readonly unverifiedNumbers: number;
  readonly guests: number;
  readonly sessions: number;
  /** Number of accounts with provider tokens to encrypt. */
  readonly tokens: number;
}

/** @throws {Error} if a 2FA secret can't be decrypted */
export async function readPendingData(
  tables: Tables,
  { plugins }: Target,
  secrets: BetterAuthSecrets,
  done: ReadonlySet<Step>,
): Promise<PendingData> {
  const pending = pendingSteps(done, plugins);
  return {
    pending,
    empty: emptySteps(tables, done, plugins),
    factors: pending.has("two-factor") ? await readFactors(tables, secrets) : [],
    passkeys: pending.has("passkeys") ? await readPasskeys(tables) : [],
    sso: pending.has("identity-providers") ? await readSsoProviders(tables) : { providers: [], skipped: [] },
    unverifiedNumbers: pending.has("phone-numbers") ? await countUnverifiedNumbers(tables) : 0,
    guests: pending.has("guests") ? await countGuests(tables) : 0,
    sessions: await countUnhashedSessions(tables),
    tokens: await countImportableTokens(tables),
  };
}
