/** Valid requests to the API key plugin. */

import type { Person } from "../world.ts";
import { sendValid } from "../world.ts";
import { ann, get, type MakeSample, newcomerPosts, type Samples } from "./sample.ts";

/** Creates a key and returns its id. */
async function keyOf(person: Person): Promise<string> {
  return String((await sendValid(person, "/api-key/create", { name: "Fuzz" })).id);
}

const byOwner =
  (input: object): MakeSample =>
  (world) =>
    newcomerPosts(async (person) => ({ keyId: await keyOf(person), ...input }))(world);

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
};
