// @vitest-environment jsdom

import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AuthError } from "../auth/auth-error.tsx";
import { de } from "../locales/de/index.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Field } from "../primitives/field.tsx";
import { Menu } from "../primitives/menu.tsx";
import { MenuProblem } from "../primitives/menu-problem.tsx";
import { useToast } from "../primitives/toast.tsx";
import { en } from "../texts/en.ts";
import { supportLink } from "./support.ts";

watchScreens();

const refused = { code: "INVALID_ORIGIN", message: "" };
const links = (): (string | null)[][] =>
  screen.queryAllByRole("link", { name: /support/i }).map((link) => [link.textContent, link.getAttribute("href")]);

test("“Contact support” links to the app's contact in every text that includes it", async () => {
  const visit = (await startSite()).visit();
  const texts = (
    <>
      <ErrorAlert error={refused} />
      <ErrorAlert error="If you think this is a mistake, contact support. We're here." />
      <ErrorPanel error={refused} />
      <Field label="Email" error={en.errors.INVALID_ORIGIN} />
    </>
  );
  const shown = visit.show(texts, { supportContact: "help+app@example.com" });
  const mail = "mailto:help%2Bapp@example.com";
  expect(links()).toEqual([
    ["Contact support", mail],
    ["contact support", mail],
    ["Contact support", mail],
    ["Contact support", mail],
  ]);
  const said = shown.container.textContent;
  shown.rerender(visit.wrap(texts));
  expect([links(), shown.container.textContent]).toEqual([[], said]);
});

test("a page's subtitle has the link, in the page's language or with the app's own text", async () => {
  const visit = (await startSite()).visit();
  const supportContact = "https://example.com/help?from=app";
  const page = <AuthError search="?error=invalid_scope" />;
  visit.show(page, { supportContact, locale: de });
  await screen.findByText(de.texts.contactSupport);
  expect(links()).toEqual([["Wenden Sie sich an den Support", supportContact]]);
  cleanup();
  const errors = { INVALID_ORIGIN: "This page isn't set up. Ask us (24/7)." };
  visit.show(<ErrorAlert error={refused} />, { supportContact, texts: { contactSupport: "Ask us (24/7)", errors } });
  expect(screen.getByRole("link", { name: "Ask us (24/7)" }).getAttribute("href")).toBe(supportContact);
  cleanup();
  visit.show(<ErrorAlert error={refused} />, { supportContact, texts: { contactSupport: "" } });
  expect(screen.queryByRole("link")).toBeNull();
});

function Failing(): ReactElement {
  const toast = useToast();
  return <Button onClick={() => toast({ text: en.errors.INVALID_ORIGIN ?? "", tone: "destructive" })}>Start</Button>;
}

test("a toast also has the link", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<Failing />, { supportContact: "help@example.com" });
  await person.click(screen.getByRole("button", { name: "Start" }));
  await waitFor(() => expect(links()).toEqual([["Contact support", "mailto:help@example.com"]]));
});

test("in a menu, the link is an item below the error, because menus only have items", async () => {
  const visit = (await startSite()).visit();
  const menu = (
    <Menu trigger={<button type="button">Open</button>}>
      <MenuProblem>{en.errors.INVALID_ORIGIN ?? ""}</MenuProblem>
      <MenuProblem>{en.errors.NETWORK_ERROR ?? ""}</MenuProblem>
    </Menu>
  );
  const { person, rerender } = visit.show(menu, { supportContact: "help@example.com" });
  await person.click(screen.getByRole("button", { name: "Open" }));
  await person.keyboard("{ArrowDown}");
  const items = screen.getAllByRole("menuitem");
  expect(items.map((item) => [item.textContent, item.getAttribute("href")])).toEqual([
    ["Contact support", "mailto:help@example.com"],
  ]);
  expect(document.activeElement).toBe(items[0]);
  rerender(visit.wrap(menu));
  expect(screen.queryAllByRole("menuitem")).toEqual([]);
});

test("a contact is an email address or a web address", async () => {
  expect(supportLink(undefined)).toBeNull();
  expect(supportLink("a?b&c@example.com")).toBe("mailto:a%3Fb%26c@example.com");
  expect(supportLink("http://localhost:3000/help")).toBe("http://localhost:3000/help");
  for (const contact of ["", "help", "/help", "https://", "mailto:help@example.com", "javascript:alert(1)"]) {
    expect(() => supportLink(contact)).toThrow(`AuthUiProvider: supportContact is "${contact}". Set it to an email`);
  }
  const visit = (await startSite()).visit();
  expect(() => visit.show(null, { supportContact: "/help" })).toThrow("Set it to an email address or to a URL that");
});
