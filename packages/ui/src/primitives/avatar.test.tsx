// @vitest-environment jsdom

import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { watchScreens } from "../../test/site.tsx";
import { Avatar } from "./avatar.tsx";

watchScreens();

const shown = (image: string | null): HTMLElement =>
  render(<Avatar name="Ann Example" image={image} />).container.firstElementChild as HTMLElement;

test("a picture is loaded from the web or the app's host, without a referrer", () => {
  for (const image of ["https://img.example.com/ann.png", "/ann.png"]) {
    const picture = shown(image);
    expect([picture.getAttribute("src"), picture.getAttribute("referrerpolicy")]).toEqual([image, "no-referrer"]);
  }
});

test("XSS: URLs that a browser would run, and protocol-relative URLs, aren't loaded as pictures", () => {
  for (const image of [
    "javascript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "//img.example.com/a",
    "/\\img.example.com",
  ]) {
    expect(shown(image).dataset.initials).toBe("AE");
  }
});

test("initials replace a picture that doesn't load", () => {
  const { container } = render(<Avatar name="Ann" image="https://img.example.com/gone.png" />);
  fireEvent.error(container.firstElementChild as HTMLElement);
  expect((container.firstElementChild as HTMLElement).dataset.initials).toBe("A");
});
