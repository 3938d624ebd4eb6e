import { expect, test } from "vitest";
import { type AdditionalFields, fieldColumns } from "./fields.ts";

test("a key that no field has is refused by name: types let it pass, and what it was to hide would show", () => {
  const misspelt = { salary: { type: "number", return: false } } as const;
  expect(() => fieldColumns("user", misspelt)).toThrow(
    "user.additionalFields.salary.return isn't an option. A field has type, required, input, returned, defaultValue",
  );
});

test("every key of a field is taken", () => {
  const every: AdditionalFields = {
    plan: {
      type: "string",
      required: false,
      input: true,
      returned: false,
      defaultValue: "free",
      unique: true,
      index: true,
    },
  };
  expect(fieldColumns("user", every).columns.plan).toMatchObject({ input: true, returned: false, unique: true });
});

test("a name that some database would not take is refused", () => {
  expect(() => fieldColumns("user", { Plan: { type: "string" } })).toThrow("isn't a valid name");
});
