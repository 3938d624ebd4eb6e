/** Renders single elements for the primitives' tests. */

import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach } from "vitest";
import { startSite, watchScreens } from "./site.tsx";

/** Call it once per file. */
export function prepareElements(): void {
  watchScreens();
  beforeEach(() => {
    // jsdom has no layout to scroll, and no pointers to capture.
    Element.prototype.hasPointerCapture = () => false;
    Element.prototype.scrollIntoView = () => {};
  });
}

export const visit = async () => (await startSite()).visit();

export const show = async (element: ReactNode, props?: Parameters<Awaited<ReturnType<typeof visit>>["show"]>[1]) =>
  (await visit()).show(element, props);

export const button = (name: string): HTMLElement => screen.getByRole("button", { name });
