// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/account" }

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { LinkedAccountsCard } from "./linked-accounts-card.tsx";

watchScreens();
beforeEach(() => history.replaceState(null, "", "/account"));

const keys = { clientId: "app", clientSecret: "secret" };
const providers = ["github", "google"];

/** Ann, who has a password and accounts at these providers. */
async function visitAsAnn(linked: readonly string[] = [], options: object = {}): Promise<Visit> {
  const site = await startSite({ socialProviders: { github: keys, google: keys }, ...options });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  for (const providerId of linked) await site.link(user.id, providerId);
  return visit;
}
const rows = (): Promise<HTMLElement[]> => screen.findAllByRole("listitem");
const waysOf = async (visit: Visit): Promise<string[]> =>
  ((await visit.client.listAccounts()).data ?? []).map(({ providerId }) => providerId).sort();

test("email and password is called so, with the day it began, and cannot be taken away here", async () => {
  const visit = await visitAsAnn();
  visit.show(<LinkedAccountsCard />);
  const [row] = await rows();
  const today = new Date().toLocaleDateString("en", { dateStyle: "long" });
  expect(row?.textContent).toBe(`Email and passwordSince ${today}`);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a provider without a name of its own is called by its id", async () => {
  const visit = await visitAsAnn();
  visit.show(<LinkedAccountsCard />, { texts: { ...en, linkedAccounts: { ...en.linkedAccounts, providers: {} } } });
  expect((await screen.findByRole("listitem")).textContent).toMatch(/^Credential/);
});

test("a list that cannot be read is said so, and can be tried again", async () => {
  const visit = await visitAsAnn();
  const release = visit.hold("/list-accounts");
  const { person } = visit.show(<LinkedAccountsCard />);
  await screen.findByText("Loading…");
  visit.isOffline = true;
  release();
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("listitem");
  expect(screen.queryByRole("alert")).toBeNull();
});

describe("connecting", () => {
  test("what is offered and not linked stands beneath, and leads to the provider and back to this page", async () => {
    const visit = await visitAsAnn(["google"]);
    const sent: unknown[] = [];
    visit.onSend = (path, body) => void (path === "/link-social" && sent.push(body));
    history.replaceState(null, "", "/account?tab=security");
    const { person } = visit.show(<LinkedAccountsCard />, { providers });
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Email and password/),
      expect.stringMatching(/^Google.*Disconnect$/),
      "GitHubNot connectedConnect",
    ]);
    await person.dblClick(screen.getByRole("button", { name: "Connect GitHub" }));
    await waitFor(() => expect(visit.left).toHaveLength(1));
    expect(new URL(visit.left[0] as string).host).toBe("github.com");
    const back = "http://app.test/account?tab=security";
    expect(sent).toEqual([{ provider: "github", callbackURL: back, errorCallbackURL: back }]);
    expect(screen.getByRole("button", { name: "Connect GitHub" }).getAttribute("aria-busy")).toBe("true");
  });

  test("RECL-12: after a while the password is asked for first, and then it goes on", async () => {
    let now = Date.now() - 2 * 86_400_000;
    const visit = await visitAsAnn([], { clock: () => new Date(now) });
    now = Date.now();
    const { person } = visit.show(<LinkedAccountsCard />, { providers });
    await person.click(await screen.findByRole("button", { name: "Connect GitHub" }));
    await screen.findByRole("dialog", { name: en.proof.title });
    expect(visit.left).toEqual([]);
    await person.keyboard(`${testPassword}{Enter}`);
    await waitFor(() => expect(visit.left).toHaveLength(1));
    expect(new URL(visit.left[0] as string).host).toBe("github.com");
    expect(visit.asked.filter((path) => path === "/link-social")).toHaveLength(2);
  });

  test("a provider that the server does not know is said", async () => {
    const visit = await visitAsAnn();
    const { person } = visit.show(<LinkedAccountsCard />, { providers: ["acme"] });
    await person.click(await screen.findByRole("button", { name: "Connect Acme" }));
    expect((await screen.findByRole("alert")).textContent).toBe(en.errors.PROVIDER_NOT_FOUND);
  });

  test("why it failed is said when people come back, once, until they try again", async () => {
    const visit = await visitAsAnn();
    history.replaceState(null, "", "/account?error=email_does_not_match");
    const { person } = visit.show(<LinkedAccountsCard />, { providers });
    expect((await screen.findByRole("alert")).textContent).toBe(en.social.errors.email_does_not_match);
    await waitFor(() => expect(location.search).toBe(""));
    await person.click(await screen.findByRole("button", { name: "Connect GitHub" }));
    await waitFor(() => expect(visit.left).toHaveLength(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("disconnecting", () => {
  const disconnect = (): Promise<HTMLElement> => screen.findByRole("button", { name: "Disconnect GitHub" });
  const confirm = (): HTMLElement =>
    within(screen.getByRole("alertdialog", { name: "Disconnect GitHub?" })).getByRole("button", { name: "Disconnect" });

  test("is asked about first; then the row is gone, and the provider can be connected again", async () => {
    const visit = await visitAsAnn(["github"]);
    const { person } = visit.show(<LinkedAccountsCard />, { providers });
    await person.click(await disconnect());
    expect(visit.asked).not.toContain("/unlink-account");
    await person.click(confirm());
    expect((await screen.findByRole("status")).textContent).toBe("GitHub is disconnected.");
    await screen.findByRole("button", { name: "Connect GitHub" });
    expect(await waysOf(visit)).toEqual(["credential"]);
  });

  test("of two accounts at one provider, the one that was meant goes", async () => {
    const visit = await visitAsAnn(["github", "github"]);
    const before = (await visit.client.listAccounts()).data ?? [];
    const { person } = visit.show(<LinkedAccountsCard />);
    const buttons = await screen.findAllByRole("button", { name: "Disconnect GitHub" });
    await person.click(buttons[1] as HTMLElement);
    await person.click(confirm());
    await screen.findByText("GitHub is disconnected.");
    const after = ((await visit.client.listAccounts()).data ?? []).map(({ id }) => id);
    const second = before.filter(({ providerId }) => providerId === "github")[1];
    expect(after).toEqual(before.map(({ id }) => id).filter((id) => id !== second?.id));
  });

  test("OAUTH-27: the last way in cannot be taken away, and the button says why", async () => {
    const visit = await visitAsAnn(["github"]);
    const password = (await visit.client.listAccounts()).data?.find(({ providerId }) => providerId === "credential");
    await visit.client.unlinkAccount({ accountId: password?.id as string });
    const { person } = visit.show(<LinkedAccountsCard />, { providers });
    const button = await disconnect();
    expect(button.getAttribute("aria-disabled")).toBe("true");
    const reason = document.getElementById(button.getAttribute("aria-describedby") as string);
    expect(reason?.textContent).toBe(en.linkedAccounts.last);
    await person.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("OAUTH-27: what became the last one elsewhere is refused by the server; that is said, and the list is right", async () => {
    const visit = await visitAsAnn(["github"]);
    const { person } = visit.show(<LinkedAccountsCard />, { providers });
    await person.click(await disconnect());
    const password = (await visit.client.listAccounts()).data?.find(({ providerId }) => providerId === "credential");
    await visit.browser.post("/unlink-account", { accountId: password?.id });
    await person.click(confirm());
    expect((await screen.findByRole("alert")).textContent).toBe(en.errors.FAILED_TO_UNLINK_LAST_ACCOUNT);
    await waitFor(async () => expect((await disconnect()).getAttribute("aria-disabled")).toBe("true"));
    expect(await waysOf(visit)).toEqual(["github"]);
  });
});
