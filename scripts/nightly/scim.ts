/** Sends random filters and changes, as directories do: npx tsx scripts/nightly/scim.ts [runs of each] */

import { type FuzzResult, fuzzFilters, fuzzPatches } from "../fuzz/scim.ts";

const runs = Number(process.argv[2] ?? 200_000);
say("Filters", fuzzFilters({ runs }));
say("Changes", fuzzPatches({ runs }));

function say(what: string, { accepted, rejected }: FuzzResult): void {
  const codes = [...rejected].map(([code, count]) => `${code} ${count}`).join(", ");
  console.log(`${what}. Accepted: ${accepted}. Rejected: ${codes}.`);
}
