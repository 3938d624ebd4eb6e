/** Simulates the user actions that lead to a state. */

import { configure, screen, waitFor } from "@testing-library/dom";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";

/** Timeout in milliseconds, long enough for a busy machine. */
const timeout = 10_000;
configure({ asyncUtilTimeout: timeout });

/** Finds elements by their visible text or accessible name. */
export interface UserActions {
  click(
    role: "button" | "checkbox" | "link" | "menuitem" | "menuitemradio" | "option" | "row" | "tab" | "radio",
    name: string | RegExp,
  ): Promise<void>;
  type(label: string | RegExp, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  tabAway(): Promise<void>;
  /** Presses keys, such as `{Escape}`. */
  press(keys: string): Promise<void>;
  /** Waits until a text appears. */
  see(text: string | RegExp): Promise<void>;
}

/**
 * @param translate returns the page's text in English. If a text has several translations, each is on a separate line.
 */
export function createUserActions(translate: (text: string) => string): UserActions {
  // A dialog blocks pointer events on the page until it's open. That isn't tested here.
  const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const linesOf = (text: string): string[] =>
    translate(text)
      .split("\n")
      .map((line) => line.trim());
  const named =
    (wanted: string | RegExp) =>
    (shown: string, element: Element | null): boolean =>
      typeof wanted === "string"
        ? linesOf(shown).includes(wanted)
        : [...linesOf(shown), ...linesOf(partsOf(element))].some((line) => wanted.test(line));
  return {
    click: async (role, name) =>
      person.click((await screen.findAllByRole(role, { name: named(name) }))[0] as HTMLElement),
    async type(label, text) {
      const field = (await screen.findAllByLabelText(named(label)))[0] as HTMLElement;
      await person.clear(field);
      await person.type(field, text);
    },
    async choose(label, option) {
      const field = await screen.findByLabelText<HTMLSelectElement>(named(label));
      const found = [...field.options].find((one) => named(option)(one.text, one) || one.value === option);
      await person.selectOptions(field, found ?? option);
    },
    see: async (text) => void (await screen.findAllByText(named(text))),
    press: (keys) => person.keyboard(keys),
    async tabAway() {
      await screen.findAllByRole("heading");
      await person.tab();
    },
  };
}

/** Opens a menu, and chooses an item. */
export const chooseInMenu =
  (menu: string, item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", menu);
    await click("menuitem", item);
  };

/**
 * Waits until a text is visible on the page.
 * @param translate translates the page's text to English
 * @throws {Error} if it never appears
 */
export async function awaitText(text: string | RegExp, translate: (text: string) => string): Promise<void> {
  await waitFor(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
    const shown = translate(`${document.body.innerText}\n${labelsAndValues()}`);
    const isIn = (given: string): boolean => (typeof text === "string" ? given.includes(text) : text.test(given));
    // A text next to another one, such as a badge, can only be translated on its own.
    if (!isIn(shown) && !isIn(translate(textNodes(document.body).join("\n"))))
      throw new Error(`The page doesn't show “${text}”. It shows: ${shown.slice(0, 600)}`);
  });
}

/**
 * The texts that a row or a radio button consists of, one per line. Its name joins them, so it can only be found by
 * that name in languages that need no translation back to English.
 */
function partsOf(element: Element | null): string {
  if (!element) return "";
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  return [element, ...labels].flatMap((one) => textNodes(one)).join("\n");
}

/** The visible texts in an element. */
function textNodes(element: Element): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (nodeValue?.trim() && parentElement?.checkVisibility({ visibilityProperty: true })) found.push(nodeValue.trim());
  }
  return found;
}

/** Labels and values of form fields, which users also read. */
function labelsAndValues(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(({ value }) => value);
  const labels = [...document.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label"));
  const busy = document.querySelector("[aria-busy=true]") ? ["(busy)"] : [];
  return [...fields, ...labels, ...busy].join("\n");
}
