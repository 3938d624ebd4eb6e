// @vitest-environment jsdom

import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { watchScreens } from "../../test/site.tsx";
import { Avatar } from "./avatar.tsx";

watchScreens();

const shown = (image: string | null): HTMLElement =>
  render(<Avatar name="Ann Example" image={image} />).container.firstElementChild as HTMLElement;

test("a picture is shown from the web or from the own host, and its host is not told the page", () => {
  for (const image of ["https://img.example.com/ann.png", "/ann.png"]) {
    const picture = shown(image);
    expect([picture.getAttribute("src"), picture.getAttribute("referrerpolicy")]).toEqual([image, "no-referrer"]);
  }
});

test("XSS: nothing that a browser would run, and nothing of another host by a path, is taken for a picture", () => {
  for (const image of [
    "javascript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "//img.example.com/a",
    "/\\img.example.com",
  ]) {
    expect(shown(image).dataset.initials).toBe("AE");
  }
});

test("a picture that does not load gives way to the initials", () => {
  const { container } = render(<Avatar name="Ann" image="https://img.example.com/gone.png" />);
  fireEvent.error(container.firstElementChild as HTMLElement);
  expect((container.firstElementChild as HTMLElement).dataset.initials).toBe("A");
});
