/** Valid requests to the events plugin. */

import { sendValid, type World } from "../world.ts";
import { adam, get, type MakeSample, olga, type Samples } from "./sample.ts";

const webhook = { url: "https://hooks.acme.test/in", events: ["member.*"] };

/** Creates a webhook for Acme and returns its id. */
async function webhookOf({ people, ids }: World): Promise<string> {
  return String((await sendValid(people.olga, "/webhook/create", { ...webhook, organizationId: ids.acme })).id);
}

const byId =
  (input: object): MakeSample =>
  async (world) => {
    const { olga: person } = world.people;
    return { browser: person.browser, person, body: { id: await webhookOf(world), ...input } };
  };

export const eventsSamples: Samples = {
  createWebhook: [
    async (world) => {
      const { olga: person } = world.people;
      // Leaves room for the next one, because the number per organization is limited.
      await sendValid(person, "/webhook/delete", { id: await webhookOf(world) });
      return { browser: person.browser, person, body: { ...webhook, organizationId: world.ids.acme } };
    },
  ],
  updateWebhook: [byId({ url: "https://hooks.acme.test/other", events: ["user.create"], enabled: false })],
  deleteWebhook: [byId({})],
  rotateWebhookSecret: [byId({ overlap: 60 })],
  testWebhook: [byId({})],
  replayWebhook: [byId({ since: "2020-01-01T00:00:00.000Z" })],
  listWebhooks: [get(olga, ({ ids }) => ({ organizationId: ids.acme }))],
  listWebhookDeliveries: [
    async (world) => {
      const { olga: person } = world.people;
      const query = { id: await webhookOf(world), state: "pending", limit: "10" };
      return { browser: person.browser, person, query };
    },
  ],
  listAllWebhooks: [get(adam, () => ({}))],
  listWebhookEventTypes: [get(olga, () => ({}))],
  listAuditLog: [get(olga, ({ ids }) => ({ organizationId: ids.acme, action: "member.", limit: "10" }))],
  exportAuditLog: [get(olga, ({ ids }) => ({ organizationId: ids.acme, format: "csv" }))],
};
