// @vitest-environment jsdom

import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { EventCode } from "./event-code.tsx";

afterEach(cleanup);

test("a code's lines break only after its dots, and its text stays the same", () => {
  const { container } = render(<EventCode code="acme.project.create" />);
  expect(container.textContent).toBe("acme.project.create");
  expect(container.querySelector("code")?.innerHTML).toBe("acme.<wbr>project.<wbr>create");
});
