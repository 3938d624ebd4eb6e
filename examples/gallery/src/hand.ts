/** Somebody at the page: what a state needs done before it is what it is. */

import { configure, screen, waitFor } from "@testing-library/dom";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";

/** A busy machine takes its time. */
const patience = 10_000;
configure({ asyncUtilTimeout: patience });

/** Everything by what people read. */
export interface Hand {
  click(role: "button" | "link" | "menuitem" | "menuitemradio" | "tab" | "radio", name: string | RegExp): Promise<void>;
  type(label: string | RegExp, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  leave(): Promise<void>;
}

export function createHand(): Hand {
  // A dialog takes the pointer from the page and gives it to itself a moment later: that is not what is looked at here.
  const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  return {
    click: async (role, name) => person.click((await screen.findAllByRole(role, { name }))[0] as HTMLElement),
    async type(label, text) {
      const field = (await screen.findAllByLabelText(label))[0] as HTMLElement;
      await person.clear(field);
      await person.type(field, text);
    },
    choose: async (label, option) => person.selectOptions(await screen.findByLabelText(label), option),
    leave: () => person.tab(),
  };
}

/** Waits until this can be read, anywhere on the page. @throws {Error} it never could */
export async function awaitText(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not shown
    const shown = `${document.body.innerText}\n${named()}`;
    const isThere = typeof text === "string" ? shown.includes(text) : text.test(shown);
    if (!isThere) throw new Error(`“${text}” is not there. There is: ${shown.slice(0, 600)}`);
  });
}

/** Names and values, which are read, too. */
function named(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(({ value }) => value);
  const labels = [...document.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label"));
  const busy = document.querySelector("[aria-busy=true]") ? ["(busy)"] : [];
  return [...fields, ...labels, ...busy].join("\n");
}
