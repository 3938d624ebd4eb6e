// @vitest-environment jsdom

import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { watchScreens } from "../../test/site.tsx";
import { MetaLine } from "./meta-line.tsx";

watchScreens();

test("every fact but the empty ones is an element of its own, because the stylesheet puts a dot before each", () => {
  const { container } = render(<MetaLine facts={["", "Acme", null, <b key="b">SAML</b>, undefined, false, 0, ""]} />);
  const [line] = container.children;
  expect([...(line?.children ?? [])].map(({ outerHTML }) => outerHTML)).toEqual([
    "<span>Acme</span>",
    "<span><b>SAML</b></span>",
    "<span>0</span>",
  ]);
  expect(screen.queryByText(/·/)).toBeNull();
});
