// @vitest-environment jsdom

import { render, screen } from "@testing-library/react";
import { expect, expectTypeOf, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Screen } from "../primitives/screen.tsx";
import { type Appearance, AppearanceProvider, mergeAppearance, type Slot } from "./appearance.tsx";

watchScreens();

test("the class names of the provider and the screen are joined, and the screen's other settings take precedence", () => {
  const outer: Appearance = { density: "compact", layout: "card", classNames: { card: "one", title: "big" } };
  expect(mergeAppearance(outer, { layout: "plain", density: undefined, classNames: { card: "two" } })).toEqual({
    density: "compact",
    layout: "plain",
    classNames: { card: "one two", title: "big" },
  });
});

test("parts have their name as an attribute, and the app's classes", async () => {
  const visit = (await startSite()).visit();
  visit.show(
    <Card title="Pets">
      <Button>Feed</Button>
    </Card>,
    { appearance: { classNames: { card: "app-card", button: "app-button", buttonPrimary: "app-main" } } },
  );
  const button = screen.getByRole("button", { name: "Feed" });
  expect(button.className).toBe("lk-button lk-button-primary app-button app-main");
  expect(button.dataset.lk).toBe("button buttonPrimary");
  expect(document.querySelector("[data-lk=card]")?.className).toBe("lk-card app-card");
  expect(document.querySelectorAll("[data-lk=root]")).toHaveLength(1);
});

test("a screen inside another screen applies its appearance without adding a frame", () => {
  const split: Appearance = { layout: "split", brandPanel: "Welcome", logo: "Acme" };
  const { container } = render(
    <AppearanceProvider appearance={split}>
      <Screen kind="auth">
        <Screen appearance={{ classNames: { title: "small" } }}>
          <Card title="Sign in" />
        </Screen>
      </Screen>
    </AppearanceProvider>,
  );
  expect(container.querySelectorAll(".lk-root")).toHaveLength(1);
  expect(container.querySelector(".lk-split-panel")?.textContent).toBe("Welcome");
  expect(container.querySelector(".lk-logo")?.textContent).toBe("Acme");
  expect(screen.getByRole("heading").className).toBe("lk-title small");
});

test("a misspelled part is an error in TypeScript, and a warning in development", () => {
  expectTypeOf<keyof NonNullable<Appearance["classNames"]>>().toEqualTypeOf<Slot>();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  // @ts-expect-error Not a part.
  const appearance: Appearance = { classNames: { cards: "wide" } };
  render(<AppearanceProvider appearance={appearance}>.</AppearanceProvider>);
  expect(warn.mock.calls[0]?.[0]).toMatch(/^appearance\.classNames\.cards has no effect\. Use one of: root, card,/);
});
