// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { CopyValues } from "./copy-values.tsx";

watchScreens();

test("a long value is shown whole, focus selects it, and the button at its end copies it", async () => {
  const value = `acme_${"x".repeat(64)}`;
  const { person } = (await startSite()).visit().show(<CopyValues values={[{ label: "Key", value, copy: "Copy" }]} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Key");
  expect([field.tagName, field.rows, field.readOnly]).toEqual(["TEXTAREA", 3, true]);
  field.focus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, value.length]);
  await person.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByRole("button", { name: en.copied });
  expect(await navigator.clipboard.readText()).toBe(value);
});
