// @vitest-environment jsdom

import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Email } from "./email.tsx";

afterEach(cleanup);

test("a short email wraps to the next line as a whole", () => {
  const { container } = render(<Email value="ann@mail.example.com" />);
  expect(container.innerHTML).not.toContain("<wbr>");
  expect(container.textContent).toBe("ann@mail.example.com");
});

test("a long email breaks before the @ and after punctuation, and nowhere else", () => {
  const { container } = render(<Email value="ann-marie.okonkwo+news@mail.example.com" />);
  expect(container.textContent).toBe("ann-marie.okonkwo+news@mail.example.com");
  expect(container.innerHTML.split("<wbr>").map((part) => part.replace(/<[^>]*>/g, ""))).toEqual([
    "ann-",
    "marie.",
    "okonkwo+news",
    "@mail.",
    "example.",
    "com",
  ]);
});
