// @vitest-environment jsdom

import { act, render } from "@testing-library/react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { billingScreens, startShop, ui } from "../test/billing.tsx";
import { screens } from "../test/screens.tsx";
import { type Site, startSite, type Visit, watchScreens } from "../test/site.tsx";

watchScreens();

const providers = ["github"];

interface Rendered {
  readonly visit: Visit;
  readonly initialSession: { session: object; user: object };
}

async function visitAsAnn(site: Pick<Site, "visit">): Promise<Rendered> {
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  return { visit, initialSession: (await visit.browser.get<Rendered["initialSession"]>("/get-session")).body };
}

const all = [
  ...screens.map(([name, element]) => [name, element, startSite] as const),
  ...billingScreens.map(([name, element]) => [name, element, async () => (await startShop()).site] as const),
];

describe.each(all)("%s", (_, element, start) => {
  test.each(["pending", "known"])("hydrates without a mismatch (session %s)", async (state) => {
    const { visit, initialSession } = await visitAsAnn(await start());
    const page = visit.wrap(<StrictMode>{element}</StrictMode>, {
      ...ui,
      providers,
      ...(state === "known" ? { initialSession } : {}),
    });
    const container = document.createElement("div");
    container.innerHTML = renderToString(page);
    document.body.append(container);
    const before = container.firstElementChild;
    const recovered: unknown[] = [];
    render(page, { container, hydrate: true, onRecoverableError: (error) => void recovered.push(error) });
    await act(async () => {});
    expect(recovered).toEqual([]);
    if (before && state === "known") expect(container.firstElementChild).toBe(before);
    container.remove();
  });
});
