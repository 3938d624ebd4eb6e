// @vitest-environment jsdom

/** Tests that names have their own text direction, and other texts have the page's. */

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareElements, show } from "../../test/primitives.tsx";
import { iPhone } from "../../test/user-agents.ts";
import { DeviceRow } from "../sessions/device-row.tsx";
import { SelectField } from "./select-field.tsx";

prepareElements();

test("each option has its own direction, so that a long name is cut off at its end", async () => {
  await show(<SelectField label="Role" options={[{ value: "reviewer", label: "reviewer" }]} />);
  expect(screen.getByRole("option", { name: "reviewer" }).getAttribute("dir")).toBe("auto");
});

test("a device's text has the page's direction, although it starts with a browser's Latin name", async () => {
  await show(
    <ul>
      <DeviceRow userAgent={iPhone} used="now" />
    </ul>,
  );
  expect(screen.getByText("Safari on iOS").closest("bdi, [dir]")).toBeNull();
});
