// @vitest-environment jsdom

import { admin } from "@latchkey/admin";
import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { adminClient } from "@latchkey/admin/client";
import { events } from "@latchkey/events";
import { eventsClient } from "@latchkey/events/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens, wholeText } from "../../test/site.tsx";
import { Admin } from "../admin/admin.tsx";
import { adminEn } from "../admin/en.ts";
import { adminUi } from "../admin/plugin.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { fill } from "../texts/texts.ts";
import { eventsUi } from "./plugin.tsx";
import { eventsEn } from "./texts.ts";

history.replaceState(null, "", "/admin/webhooks");

watchScreens();

const { webhooks: words, allWebhooks, audit, deliveries } = eventsEn;
const plugins = [adminUi(), organizationUi(), eventsUi()];

/** Olga owns Acme, which has webhooks at these hosts. Root is a site admin with this role. */
async function start(role = "admin", hosts: readonly string[] = ["one", "two"]) {
  const received: string[] = [];
  const publicFetch: typeof fetch = async (input) => {
    received.push(String(input));
    return new Response(null, { status: 200 });
  };
  const reader = { webhook: ["read"] } as const;
  const roles = { ...defaultRoles, reader: adminAccess.newRole(reader), none: adminAccess.newRole({ user: ["list"] }) };
  const server = [admin({ roles }), organization(), events({ organizations: true })];
  const site = await startSite({ plugins: server, publicFetch }, [adminClient(), organizationClient(), eventsClient()]);
  const olga = site.visit();
  await olga.browser.signUp("olga@example.com");
  const { id } = (await olga.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body;
  for (const host of hosts) {
    await olga.browser.post("/webhook/create", { organizationId: id, url: `https://${host}.test/`, events: ["*"] });
  }
  const root = site.visit();
  const { body } = await root.browser.signUp("root@example.com");
  await site.setUser(body.user.id, { role });
  return { site, root, received };
}

test("admins see all organizations' webhooks, can create webhooks for the site, and can change any webhook", async () => {
  const { root, received, site } = await start();
  const { person } = root.show(<Admin />, { plugins });
  await screen.findByText("one.test/");
  expect(screen.getByRole("link", { name: words.title }).getAttribute("aria-current")).toBe("page");
  expect(screen.getAllByText(wholeText(`Acme${words.allEvents}`))).toHaveLength(2);

  await person.click(screen.getByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.url), "https://ours.test/");
  await person.click(await screen.findByLabelText(audit.families["user."] ?? ""));
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
  await person.click(await screen.findByRole("button", { name: words.done }));
  await screen.findByText(wholeText(`${allWebhooks.site}${audit.families["user."]}`));

  const act = async (host: string, item: string) => {
    await person.click(
      await screen.findByRole("button", { name: fill(words.manage, { url: `https://${host}.test/` }) }),
    );
    await person.click(await screen.findByRole("menuitem", { name: item }));
  };
  await act("one", words.test);
  await waitFor(async () => {
    await site.call("deliverWebhooks", {});
    expect(received).toContain("https://one.test/");
  });
  await act("two", words.turnOff);
  await screen.findByText(words.off);
  await person.click(screen.getByRole("button", { name: deliveries.state }));
  await person.click(await screen.findByRole("radio", { name: words.off }));
  await waitFor(() => expect(screen.queryByText("one.test/")).toBeNull());
  screen.getByText("two.test/");
});

test("admins who can only read webhooks can't change them, and other admins don't have the page", async () => {
  const { root } = await start("reader");
  const shown = root.show(<Admin />, { plugins });
  await screen.findByText("one.test/");
  expect(screen.queryByRole("button", { name: words.create })).toBeNull();
  await shown.person.click(screen.getByRole("button", { name: fill(words.manage, { url: "https://one.test/" }) }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([words.deliveries]);
  shown.unmount();
  const other = await start("none");
  other.root.show(<Admin />, { plugins });
  await screen.findByRole("heading", { level: 1, name: adminEn.users.title });
  expect(screen.queryByRole("link", { name: words.title })).toBeNull();
  expect(other.root.asked).not.toContain("/webhook/list-all");
});

test("an empty list has no filter, and says what webhooks are for", async () => {
  const { root } = await start("admin", []);
  root.show(<Admin />, { plugins });
  await screen.findByText(words.noneText);
  expect(screen.queryByRole("button", { name: deliveries.state })).toBeNull();
});
