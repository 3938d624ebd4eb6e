// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { CopyValues } from "./copy-values.tsx";

watchScreens();

test("focus selects the value and shows its start", async () => {
  const value = `acme_${"x".repeat(64)}`;
  (await startSite()).visit().show(<CopyValues values={[{ label: "Key", value, copy: "Copy" }]} />);
  const field = screen.getByLabelText<HTMLInputElement>("Key");
  // Browsers scroll to the cursor before the focus event.
  field.scrollLeft = 300;
  field.focus();
  expect([field.selectionStart, field.selectionEnd, field.scrollLeft]).toEqual([0, value.length, 0]);
});
