import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { type OrganizationOptions, organization } from "@latchkey/organization";
import { startAuth, type TestBrowser } from "@latchkey/test-kit";
import type { DeliveryPage, NewWebhook, WebhookDelivery } from "../src/call-types.ts";
import type { EventsOptions } from "../src/options.ts";
import { events } from "../src/plugin.ts";

/** A request to a receiver. */
export interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Servers that webhooks are sent to, by host. Each responds with the status that the test set for it. */
export function createReceivers() {
  const received: Received[] = [];
  const statuses = new Map<string, number | (() => Promise<number>)>();
  const publicFetch: typeof fetch = async (input, init) => {
    const url = String(input);
    const status = statuses.get(new URL(url).host) ?? 200;
    received.push({ url, headers: Object.fromEntries(new Headers(init?.headers)), body: String(init?.body) });
    return new Response(null, { status: typeof status === "number" ? status : await status() });
  };
  return { received, statuses, publicFetch };
}

export type Reply = NewWebhook & { readonly code?: string };

/**
 * Olga owns Acme, Al is its admin, and Mia is a regular member. Eve owns another organization. Root is a site admin.
 */
export async function startEvents(
  options: EventsOptions = {},
  authOptions: object = {},
  organizationOptions: OrganizationOptions = {},
) {
  const receivers = createReceivers();
  const plugins = [events({ organizations: true, ...options }), organization(organizationOptions), admin()] as const;
  const app = await startAuth({ plugins, publicFetch: receivers.publicFetch, ...authOptions });
  const { auth } = app;
  const { db } = auth.$context;
  const signUp = async (name: string) => {
    const browser = app.browser();
    const { body } = await browser.signUp(`${name}@example.com`);
    return { browser, id: body.user.id };
  };
  const [olga, al, mia, eve] = [await signUp("olga"), await signUp("al"), await signUp("mia"), await signUp("eve")];
  const root = await signUp("root");
  await db.update(userTable, { where: { id: root.id }, set: { role: "admin" } as object });
  const found = async ({ browser }: typeof olga, slug: string) =>
    (await browser.post<{ id: string }>("/organization/create", { name: slug, slug })).body.id;
  const acme = await found(olga, "acme");
  const other = await found(eve, "other");
  await auth.api.addMember({ body: { organizationId: acme, userId: al.id, role: "admin" } });
  await auth.api.addMember({ body: { organizationId: acme, userId: mia.id, role: "member" } });
  const create = async (input: object = {}, browser: TestBrowser = olga.browser) => {
    const webhook = { url: "https://hooks.acme.test/in", events: ["*"], organizationId: acme, ...input };
    const { status, body } = await browser.post<Reply>("/webhook/create", webhook);
    return { status, ...body };
  };
  /** Delivers everything that's due, including messages that the deliveries create. */
  const deliver = async () => {
    for (let rounds = 0; rounds < 10; rounds++) {
      const { delivered, failed } = await auth.api.deliverOutbox();
      if (delivered + failed === 0) return;
    }
  };
  const deliveries = async (id: string): Promise<readonly WebhookDelivery[]> =>
    ((await auth.api.listWebhookDeliveries({ query: { id } })) as DeliveryPage).deliveries;
  /** Triggers the `organization.update` event for Acme. */
  const rename = (name: string) => olga.browser.post("/organization/update", { organizationId: acme, data: { name } });
  return { ...app, ...receivers, olga, al, mia, eve, root, acme, other, create, deliver, deliveries, rename };
}
