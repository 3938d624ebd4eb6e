import { expect, test } from "vitest";
import { recipientOf } from "./recipient.ts";

test.each([
  ["the only email", { email: "ann@example.com", provenEmail: null }, "ann@example.com"],
  ["the last verified email", { email: "new@example.com", provenEmail: "ann@example.com" }, "ann@example.com"],
  [
    "the verified email if the current one is a placeholder",
    { email: "1@kick.invalid", provenEmail: "ann@example.com" },
    "ann@example.com",
  ],
  ["nothing for a placeholder", { email: "1@kick.invalid", provenEmail: null }, null],
])("the recipient is %s", (_, user, recipient) => expect(recipientOf(user)).toBe(recipient));
