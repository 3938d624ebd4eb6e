// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { AccountConnections } from "./connections.tsx";

history.replaceState(null, "", "/account");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/account"));

const own = en.linkedAccounts;
const keys = { clientId: "app", clientSecret: "secret" };

/** Signs Ann up with a password, and links accounts at these providers. */
async function visitAsAnn(linked: readonly string[] = [], options: object = {}): Promise<Visit> {
  const site = await startSite({ socialProviders: { github: keys, google: keys }, ...options });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  for (const providerId of linked) await site.link(user.id, providerId);
  return visit;
}

const button = (text: string, provider: string): Promise<HTMLElement> =>
  screen.findByRole("button", { name: fill(text, { provider }) });
const accountsOf = async (visit: Visit): Promise<string[]> =>
  ((await visit.client.listAccounts()).data ?? []).map(({ providerId }) => providerId).sort();

describe("connecting", () => {
  test("lists the server's providers, redirects to one, and returns to this page", async () => {
    const visit = await visitAsAnn(["google"]);
    const sent: unknown[] = [];
    visit.onSend = (path, body) => void (path === "/link-social" && sent.push(body));
    history.replaceState(null, "", "/account#connections");
    const { person } = visit.show(<AccountConnections />);
    await button(own.disconnectLabel, "Google");
    await person.dblClick(await button(own.connectLabel, "GitHub"));
    await waitFor(() => expect(visit.left).toHaveLength(1));
    expect(new URL(visit.left[0] as string).host).toBe("github.com");
    const back = "http://app.test/account#connections";
    expect(sent).toEqual([{ provider: "github", callbackURL: back, errorCallbackURL: back }]);
  });

  test("follows the app's choice of providers", async () => {
    const visit = await visitAsAnn();
    visit.show(<AccountConnections />, { providers: ["google", "acme"] });
    await button(own.connectLabel, "Google");
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  test("a callback error is removed from the URL, and shown until the user tries again", async () => {
    const visit = await visitAsAnn();
    history.replaceState(null, "", "/account?error=email_does_not_match");
    const { person } = visit.show(<AccountConnections />);
    expect((await screen.findByRole("alert")).textContent).toBe(en.social.errors.email_does_not_match);
    await waitFor(() => expect(location.search).toBe(""));
    await person.click(await button(own.connectLabel, "GitHub"));
    await waitFor(() => expect(visit.left).toHaveLength(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("disconnecting", () => {
  const confirm = (): HTMLElement =>
    within(screen.getByRole("alertdialog")).getByRole("button", { name: own.disconnect });

  test("asks for confirmation, and afterward the row offers to connect again and keeps focus", async () => {
    const visit = await visitAsAnn(["github"]);
    const { person } = visit.show(<AccountConnections />);
    await person.click(await button(own.disconnectLabel, "GitHub"));
    expect(visit.asked).not.toContain("/unlink-account");
    await person.click(confirm());
    const connect = await button(own.connectLabel, "GitHub");
    await waitFor(() => expect(document.activeElement).toBe(connect));
    expect(await accountsOf(visit)).toEqual(["credential"]);
  });

  test("OAUTH-27: the last sign-in method can't be disconnected, and the row says why and links to setting a password", async () => {
    const visit = await visitAsAnn(["github"]);
    const password = (await visit.client.listAccounts()).data?.find(({ providerId }) => providerId === "credential");
    await visit.client.unlinkAccount({ accountId: password?.id as string });
    const { person } = visit.show(<AccountConnections />);
    const last = await button(own.disconnectLabel, "GitHub");
    expect(last.getAttribute("aria-disabled")).toBe("true");
    const reason = document.getElementById(last.getAttribute("aria-describedby") as string);
    expect(reason?.textContent).toBe(own.last);
    expect(screen.getByRole("link", { name: own.setPassword }).getAttribute("href")).toBe("/account#security");
    await person.click(last);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("OAUTH-27: a rejection is shown in the row, and the list reloads", async () => {
    const visit = await visitAsAnn(["github"]);
    const { person } = visit.show(<AccountConnections />);
    await person.click(await button(own.disconnectLabel, "GitHub"));
    const password = (await visit.client.listAccounts()).data?.find(({ providerId }) => providerId === "credential");
    await visit.browser.post("/unlink-account", { accountId: password?.id });
    await person.click(confirm());
    expect((await screen.findByRole("alert")).textContent).toBe(en.errors.FAILED_TO_UNLINK_LAST_ACCOUNT);
    await screen.findByText(own.last);
    expect(await accountsOf(visit)).toEqual(["github"]);
  });
});
