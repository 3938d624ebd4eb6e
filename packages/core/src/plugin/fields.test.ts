import { expect, test } from "vitest";
import { type AdditionalFields, fieldColumns } from "./fields.ts";

test("an unknown field key is rejected by name, because the types allow it and a misspelled key could expose the field", () => {
  const misspelt = { salary: { type: "number", return: false } } as const;
  expect(() => fieldColumns("user", misspelt)).toThrow(
    "user.additionalFields.salary.return isn't an option. A field can have type, required, input, returned, defaultValue",
  );
});

test("every key of a field is accepted", () => {
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

test("a field name that some databases don't allow is rejected", () => {
  expect(() => fieldColumns("user", { Plan: { type: "string" } })).toThrow("isn't a valid name");
});
