// @vitest-environment jsdom

import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patientUser } from "./patient-user.ts";
import { speedUpStyles } from "./styles.ts";

afterEach(() => {
  cleanup();
  document.body.removeAttribute("style");
});

test("a click waits until the page accepts the pointer again", async () => {
  speedUpStyles();
  const onClick = vi.fn();
  render(
    <button type="button" onClick={onClick}>
      Copy
    </button>,
  );
  document.body.style.pointerEvents = "none";
  const click = patientUser().click(screen.getByRole("button"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(onClick).not.toHaveBeenCalled();
  document.body.style.pointerEvents = "";
  await click;
  expect(onClick).toHaveBeenCalledOnce();
});
