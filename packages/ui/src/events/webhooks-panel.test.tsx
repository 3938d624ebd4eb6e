// @vitest-environment jsdom

import { events } from "@latchkey/events";
import { eventsClient } from "@latchkey/events/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Organization } from "../organization/organization.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { en } from "../texts/en.ts";
import { fill, isolateLtr } from "../texts/texts.ts";
import { AuditTrail } from "./audit-trail.tsx";
import { eventsUi } from "./plugin.tsx";
import { eventsEn } from "./texts.ts";
import { WebhooksPanel } from "./webhooks-panel.tsx";

history.replaceState(null, "", "/organization#webhooks");

watchScreens();

const { webhooks: words, deliveries, audit, errors } = eventsEn;
const plugins = [organizationUi(), eventsUi()];
const url = "https://hooks.acme.test/in";
const members = audit.families["member."] ?? "";

/** Ann owns Acme, and Mia is a member of it. */
async function start(options: object = {}) {
  const received: { readonly url: string; readonly type: string }[] = [];
  let status = 200;
  const publicFetch: typeof fetch = async (input, init) => {
    received.push({ url: String(input), type: JSON.parse(String(init?.body)).type });
    return new Response(null, { status });
  };
  const server = [organization(), events({ organizations: true, ...options })];
  const site = await startSite({ plugins: server, publicFetch }, [organizationClient(), eventsClient()]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { id } = (await visit.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" }))
    .body;
  const asMember = async (role: string) => {
    const other = site.visit();
    const { body } = await other.browser.signUp("mia@example.com");
    await site.call("addMember", { organizationId: id, userId: body.user.id, role });
    await other.browser.post("/organization/set-active", { organizationId: id });
    return other;
  };
  const deliver = async (): Promise<void> => {
    await site.call("deliverWebhooks", {});
  };
  return { site, visit, acme: id, received, asMember, deliver, setStatus: (value: number) => (status = value) };
}

const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });
const menuButton = (): Promise<HTMLElement> => screen.findByRole("button", { name: fill(words.manage, { url }) });

async function choose(person: UserEvent, item: string): Promise<void> {
  await person.click(await menuButton());
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

async function create(person: UserEvent, address = url): Promise<void> {
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.url), address);
  await person.click(await screen.findByLabelText(words.allEvents));
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
}

test("a webhook is created with its secret shown once, changed, replaced, turned off, and deleted", async () => {
  const { visit } = await start();
  const { person } = visit.show(<Organization />, { plugins });
  await screen.findByText(words.none);
  await create(person);
  await screen.findByText(words.revealTitle);
  const first = screen.getByLabelText<HTMLInputElement>(words.secret).value;
  expect(first).toMatch(/^whsec_/);
  await person.click(screen.getByRole("button", { name: words.done }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(document.body.textContent).not.toContain(first);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: words.create }));

  await choose(person, words.edit);
  await person.click(await screen.findByLabelText(words.allEvents));
  await person.click(within(await findDialog()).getByRole("button", { name: words.save }));
  await screen.findByText(words.noEvents);
  expect(document.activeElement).toBe(screen.getByLabelText(words.allEvents));
  await person.click(await screen.findByLabelText(members));
  await person.click(within(await findDialog()).getByRole("button", { name: words.save }));
  await toast(words.saved);
  await screen.findByText(members, { selector: "p > span" });

  await choose(person, words.rotate);
  await person.click(within(await findDialog()).getByRole("button", { name: words.rotate }));
  await screen.findByText(words.revealTitle);
  expect(screen.getByLabelText<HTMLInputElement>(words.secret).value).not.toBe(first);
  await person.click(screen.getByRole("button", { name: words.done }));
  await waitFor(() => expect(queryDialog()).toBeNull());

  await choose(person, words.turnOff);
  await toast(words.turnedOff);
  await screen.findByText(words.off);
  await choose(person, words.turnOn);
  await toast(words.turnedOn);
  await choose(person, words.remove);
  screen.getByText(fill(words.removeTitle, { url: isolateLtr(url.slice("https://".length)) }));
  await person.click(within(await findDialog()).getByRole("button", { name: words.remove }));
  await toast(words.removed);
  await screen.findByText(words.none);
});

test("choosing all events includes every kind, and choosing the audit log replaces the choice of events", async () => {
  const { visit } = await start();
  const { person } = visit.show(<WebhooksPanel />, { plugins });
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.url), url);
  const kind = await screen.findByLabelText<HTMLInputElement>(members);
  const state = () => [kind.checked, kind.matches(":disabled")];
  expect(state()).toEqual([false, false]);
  await person.click(screen.getByLabelText(words.allEvents));
  expect(state()).toEqual([true, true]);
  await person.click(screen.getByLabelText(words.allEvents));
  await person.click(screen.getByLabelText(words.sendAuditLog));
  expect(state()).toEqual([false, true]);
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
  await person.click(await screen.findByRole("button", { name: words.done }));
  await screen.findByText(words.auditLog);
});

test("a private URL is rejected at its field", async () => {
  const { visit } = await start();
  const { person } = visit.show(<WebhooksPanel />, { plugins });
  await create(person, "https://localhost/in");
  await screen.findByText(errors.INVALID_WEBHOOK_URL ?? "");
  expect(document.activeElement).toBe(screen.getByLabelText(words.url));
});

test("the delivery log shows the response and the payload, and sends an event again", async () => {
  const { visit, deliver, received, setStatus } = await start();
  const { person } = visit.show(<WebhooksPanel />, { plugins });
  setStatus(500);
  await create(person);
  await person.click(await screen.findByRole("button", { name: words.done }));
  await choose(person, words.test);
  await toast(words.tested);
  await waitFor(async () => {
    await deliver();
    expect(received).toContainEqual({ url, type: "webhook.test" });
  });
  await choose(person, words.deliveries);
  const panel = await findDialog();
  const item = (await within(panel).findByText("webhook.test")).closest("li") as HTMLElement;
  await waitFor(async () => {
    await person.click(within(panel).getByRole("button", { name: deliveries.refresh }));
    expect(within(panel).getByText("webhook.test").closest("li")?.textContent).toContain(deliveries.failed);
  });
  expect(item.textContent).toContain(fill(deliveries.status, { status: "500" }));
  await person.click(within(item).getByText(deliveries.payload));
  expect(item.querySelector("pre")?.textContent).toContain('"type": "webhook.test"');
  setStatus(200);
  await person.click(
    within(item).getByRole("button", { name: fill(deliveries.replayEvent, { event: "webhook.test" }) }),
  );
  await toast(deliveries.replayed);
  await waitFor(async () => {
    await deliver();
    expect(received.filter(({ type }) => type === "webhook.test").length).toBeGreaterThan(1);
  });
  await person.selectOptions(within(panel).getByLabelText(deliveries.state), "failed");
  await person.click(within(panel).getByRole("button", { name: en.close }));
  await waitFor(() => expect(queryDialog()).toBeNull());
});

test("members without the permissions, and servers without organization webhooks, don't have the sections", async () => {
  const { asMember } = await start();
  const mia = await asMember("member");
  const shown = mia.show(<Organization />, { plugins });
  await screen.findByRole("link", { name: /Members/ });
  expect(screen.queryByRole("link", { name: words.title })).toBeNull();
  expect(screen.queryByRole("link", { name: audit.title })).toBeNull();
  expect(mia.refused).toEqual([]);
  shown.unmount();
});

test("an admin reads the audit log but can't export it, and an owner can", async () => {
  const { visit, asMember } = await start();
  const admin = await asMember("admin");
  const seen = admin.show(<AuditTrail />, { plugins });
  await screen.findAllByText(audit.actions["organization.create"] ?? "");
  expect(screen.queryByRole("button", { name: eventsEn.export })).toBeNull();
  seen.unmount();

  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return "blob:log";
  };
  URL.revokeObjectURL = () => {};
  const { person } = visit.show(<AuditTrail />, { plugins });
  await person.click(await screen.findByRole("button", { name: eventsEn.export }));
  await person.click(await screen.findByRole("menuitem", { name: eventsEn.exportCsv }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(saved[0] as Blob);
  });
  expect(text).toContain("id,createdAt,action,");
  expect(text).toContain("organization.create");
});

test("an audit log that's denied has its title and the reason, and nothing to operate", async () => {
  const { site, visit, acme } = await start();
  const release = visit.hold("/audit/list");
  visit.show(<AuditTrail />, { plugins });
  await screen.findByRole("button", { name: audit.action });
  await site.removeMembers(acme);
  release();
  await screen.findByRole("alert");
  screen.getByRole("heading", { name: audit.title });
  expect(screen.queryByRole("button")).toBeNull();
});

test("the audit log is filtered by kind and time, and an entry shows its details", async () => {
  const { visit } = await start();
  const { person } = visit.show(<AuditTrail />, { plugins });
  const created = audit.actions["organization.create"] ?? "";
  await screen.findAllByText(created);
  await person.click(screen.getByRole("button", { name: new RegExp(audit.action) }));
  await person.click(await screen.findByLabelText(audit.families["webhook."] ?? ""));
  await screen.findByText(audit.noMatches);
  await person.keyboard("{Escape}");
  await person.click(screen.getByRole("button", { name: en.clearFilters }));
  await person.click((await screen.findAllByText(created))[0] as HTMLElement);
  const panel = await findDialog();
  within(panel).getByText("organization.create");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(queryDialog()).toBeNull());
});
