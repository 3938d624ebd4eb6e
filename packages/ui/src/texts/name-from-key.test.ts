import { expect, test } from "vitest";
import { nameFromKey } from "./name-from-key.ts";

test.each([
  ["share", "Share"],
  ["set-role", "Set role"],
  ["companyName", "Company name"],
  ["tax_id", "Tax id"],
  ["userID", "User ID"],
  ["CRMContact", "CRMContact"],
  ["größe", "Größe"],
  ["-", "-"],
])("%s becomes %s", (key, name) => {
  expect(nameFromKey(key)).toBe(name);
});
