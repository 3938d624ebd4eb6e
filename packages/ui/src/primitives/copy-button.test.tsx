// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { CopyButton } from "./copy-button.tsx";

watchScreens();

const show = async () => (await startSite()).visit().show(<CopyButton text="abc">Copy</CopyButton>).person;

test("a text is copied, and the button confirms it", async () => {
  const person = await show();
  await person.click(screen.getByRole("button", { name: "Copy" }));
  expect([await navigator.clipboard.readText(), screen.getByRole("status").textContent]).toEqual(["abc", en.copied]);
  expect(screen.getByRole("button").textContent).toBe(en.copied);
});

test("if the browser doesn't allow copying, the button says so", async () => {
  const person = await show();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  await person.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText(en.copyFailed);
  expect([screen.getByRole("status").textContent, screen.getByRole("button").textContent]).toEqual([
    en.copyFailed,
    "Copy",
  ]);
});
