/** Valid requests to the API key plugin. */

import type { Person } from "../world.ts";
import { sendValid } from "../world.ts";
import { ann, get, type MakeSample, newcomerPosts, olga, post, type Samples } from "./sample.ts";

/** Creates a key and returns its id. */
async function keyOf(person: Person): Promise<string> {
  return String((await sendValid(person, "/api-key/create", { name: "Fuzz" })).id);
}

const byOwner =
  (input: object): MakeSample =>
  (world) =>
    newcomerPosts(async (person) => ({ keyId: await keyOf(person), ...input }))(world);

const accountOf: (input: object) => MakeSample = (input) => async (world) => {
  const { olga } = world.people;
  const name = `a${world.number}x${world.next()}`;
  const body = { organizationId: world.ids.acme, name, role: "member" };
  const { id } = await sendValid(olga, "/service-account/create", body);
  return { browser: olga.browser, person: olga, body: { id, ...input } };
};

export const apiKeySamples: Samples = {
  createApiKey: [newcomerPosts(() => ({ name: "CI", prefix: "acme_", expiresIn: 86_400 }))],
  getApiKey: [
    async (world) => {
      const person = await world.newcomer();
      return { browser: person.browser, person, query: { id: await keyOf(person) } };
    },
  ],
  listApiKeys: [get(ann, () => ({ limit: "10", sortBy: "name", sortDirection: "asc" }))],
  updateApiKey: [byOwner({ name: "CD", enabled: false })],
  rotateApiKey: [byOwner({ overlap: 60 })],
  deleteApiKey: [byOwner({})],
  createServiceAccount: [
    post(olga, (world) => ({
      organizationId: world.ids.acme,
      name: `a${world.number}x${world.next()}`,
      role: "member",
    })),
  ],
  updateServiceAccount: [accountOf({ role: "admin", disabled: true })],
  deleteServiceAccount: [accountOf({})],
  listServiceAccounts: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
};
