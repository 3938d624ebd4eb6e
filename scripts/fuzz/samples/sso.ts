/** Valid requests to the SSO plugin. */

import { sendValid, type World } from "../world.ts";
import { get, type MakeSample, olga, type Samples } from "./sample.ts";

/** Adds an unverified domain to Acme. */
async function domainOf({ people, ids }: World): Promise<object> {
  const input = { domain: "corp.acme.test", organizationId: ids.acme };
  await sendValid(people.olga, "/sso/add-domain", input);
  // An earlier request can have verified it.
  await sendValid(people.olga, "/sso/remove-domain", input);
  await sendValid(people.olga, "/sso/add-domain", input);
  return input;
}

const aboutDomain: MakeSample = async (world) => {
  const { olga: person } = world.people;
  return { browser: person.browser, person, body: await domainOf(world) };
};

export const ssoSamples: Samples = {
  addSsoDomain: [aboutDomain],
  removeSsoDomain: [aboutDomain],
  requestDomainVerification: [aboutDomain],
  verifyDomain: [aboutDomain],
  listSsoDomains: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
};
