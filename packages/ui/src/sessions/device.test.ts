import { expect, test } from "vitest";
import { firefox, iPhone } from "../../test/user-agents.ts";
import { readDevice } from "./device.ts";

test("a user agent is shown as browser, system, and kind, or not at all", () => {
  expect(readDevice(firefox)).toEqual({ browser: "Firefox", system: "Linux", kind: "computer" });
  expect(readDevice(iPhone)).toEqual({ browser: "Safari", system: "iOS", kind: "phone" });
  for (const nothing of [null, "", "curl", "\u0000".repeat(4)]) expect(readDevice(nothing)).toBeNull();
});
