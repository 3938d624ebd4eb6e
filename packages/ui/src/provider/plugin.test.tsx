// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { en } from "../texts/en.ts";
import { errorText } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { useAuthUi } from "./context.ts";
import { useUiPlugin } from "./plugin.ts";
import type { UiPlugin } from "./types.ts";

watchScreens();

interface PetsUi extends UiPlugin {
  readonly id: "pets";
  readonly petName: string;
}

const opened = vi.fn();
const pets: PetsUi = {
  id: "pets",
  petName: "Rex",
  errors: { NO_PETS: "You have no pets.", UNAUTHORIZED: "The plugin's own." },
  account: { SecurityGroups: () => <p>{useUiPlugin<PetsUi>("pets", "petsUi()").petName}</p> },
  MenuItems: () => <MenuItem onSelect={opened}>Pets</MenuItem>,
};

const Sentence = ({ code }: { readonly code: string }) => <p>{errorText(useAuthUi().texts, { code, message: "" })}</p>;

test("a plugin adds cards, menu items, and texts to core's", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(
    <>
      <UserButton />
      <AccountSecurity />
      <Sentence code="NO_PETS" />
    </>,
    { plugins: [pets] },
  );
  await screen.findByText("Rex");
  screen.getByText("You have no pets.");
  await person.click(screen.getByRole("button", { name: en.userButton.open }));
  await person.click(await screen.findByRole("menuitem", { name: "Pets" }));
  expect(opened).toHaveBeenCalledOnce();
});

test("core's text for an error code takes precedence over a plugin's", async () => {
  (await startSite()).visit().show(<Sentence code="UNAUTHORIZED" />, { plugins: [pets] });
  expect(screen.getByText(en.errors.UNAUTHORIZED ?? "")).toBeTruthy();
});
