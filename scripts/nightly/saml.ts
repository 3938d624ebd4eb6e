/** Changes SAML messages and metadata at random: npx tsx scripts/nightly/saml.ts [runs per kind] */

import { styles } from "../../packages/sso/test/saml/identity-provider.ts";
import { type FuzzResult, fuzzLogouts, fuzzMetadata, fuzzResponses } from "../fuzz/saml/plans.ts";

const runs = Number(process.argv[2] ?? 20_000);
for (const style of styles) say(`Signed: ${style}`, fuzzResponses(style, runs));
say("Logout request", fuzzLogouts(runs));
say("Metadata", fuzzMetadata(runs));

function say(what: string, { accepted, rejected }: FuzzResult): void {
  const codes = [...rejected].map(([code, count]) => `${code} ${count}`).join(", ");
  console.log(`${what}. Accepted: ${accepted}. Rejected: ${codes}.`);
}
