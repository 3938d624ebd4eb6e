/** Changes signed SAML responses at random: npx tsx scripts/nightly/saml.ts [runs per signing style] */

import { fuzzResponses } from "../../packages/sso/test/saml/fuzz.ts";
import { styles } from "../../packages/sso/test/saml/identity-provider.ts";

const runs = Number(process.argv[2] ?? 20_000);
for (const style of styles) {
  const { accepted, rejected } = fuzzResponses(style, runs);
  const codes = [...rejected].map(([code, count]) => `${code} ${count}`).join(", ");
  console.log(`Signed: ${style}. Read as signed: ${accepted}. Rejected: ${codes}.`);
}
