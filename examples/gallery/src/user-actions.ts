/** Simulates the user actions that lead to a state. */

import { configure, screen, waitFor } from "@testing-library/dom";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";

/** In milliseconds. A busy machine needs this long. */
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
  /** Waits until a text is there. */
  see(text: string | RegExp): Promise<void>;
}

/**
 * @param translate returns a text of the page in English, or each text that it can stand for on a line of its own
 */
export function createUserActions(translate: (text: string) => string): UserActions {
  // A dialog blocks pointer events on the page until it's open. That isn't tested here.
  const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const named =
    (wanted: string | RegExp) =>
    (shown: string): boolean =>
      translate(shown)
        .split("\n")
        .map((line) => line.trim())
        .some((line) => (typeof wanted === "string" ? line === wanted : wanted.test(line)));
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
      const found = [...field.options].find((one) => named(option)(one.text) || one.value === option);
      await person.selectOptions(field, found ?? option);
    },
    see: async (text) => void (await screen.findAllByText(named(text))),
    async tabAway() {
      await screen.findAllByRole("heading");
      await person.tab();
    },
  };
}

/**
 * Waits until a text is visible on the page.
 * @param translate returns a text of the page in English
 * @throws {Error} if it never appears
 */
export async function awaitText(text: string | RegExp, translate: (text: string) => string): Promise<void> {
  await waitFor(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
    const shown = translate(`${document.body.innerText}\n${labelsAndValues()}`);
    const isThere = typeof text === "string" ? shown.includes(text) : text.test(shown);
    if (!isThere) throw new Error(`“${text}” is not there. There is: ${shown.slice(0, 600)}`);
  });
}

/** Labels and values of form fields, which users also read. */
function labelsAndValues(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(({ value }) => value);
  const labels = [...document.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label"));
  const busy = document.querySelector("[aria-busy=true]") ? ["(busy)"] : [];
  return [...fields, ...labels, ...busy].join("\n");
}
