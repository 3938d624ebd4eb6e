/** Input fields that several calls share. */

import { type InputField, input } from "@latchkey/core/plugin";
import type { OrganizationIdQuery, OrganizationInput } from "./organizations/contract.ts";

/** A display name. */
export const name: InputField<string> = input.text({ min: 1 });

/** A slug to look up, in any form, because slugs of imported organizations aren't normalized. */
export const slugQuery: InputField<string> = input.text();

/** The error message for an invalid slug. */
export const slugMessage = "must be 1 to 64 letters, digits, - and _";

/**
 * Returns a new slug in lowercase, or `null` if it's invalid. Valid slugs are up to 64 letters and digits, with single
 * dashes and underscores between them.
 */
export function toSlug(given: string): string | null {
  const lower = given.toLowerCase();
  return given.length <= 64 && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(lower) ? lower : null;
}

/** A new slug. Converted to lowercase. */
export const slug: InputField<string> = input.check(
  input.convert(input.rawText({ max: 64 }), (value) => value.toLowerCase()),
  (value) => toSlug(value) !== null,
  slugMessage,
);

/** A record of strings, limited in size. */
export const metadata: InputField<Record<string, string>> = input.record(
  input.text({ min: 1, max: 64 }),
  input.text({ max: 2048 }),
);

/** One or more roles, as a list or separated by commas. */
export const roles: InputField<string | string[]> = input.either(
  input.text({ min: 1 }),
  input.list(input.text({ min: 1 }), { min: 1, max: 50 }),
);

/** Permissions by resource. */
export const permissions: InputField<Record<string, string[]>> = input.check(
  input.record(input.text({ min: 1, max: 64 }), input.list(input.text({ min: 1, max: 64 }), { max: 50 }), {
    max: Number.POSITIVE_INFINITY,
  }),
  (value) => Object.keys(value).length <= 50,
  "must not name more than 50 resources",
);

/** An invitation's id, plain or in the form that links contain. */
export const invitationId: InputField<string> = input.text({ min: 1, max: 500 });

/** The input of calls that take only an organization id. */
export const organizationInput: InputField<OrganizationInput> = input.object({ organizationId: input.id });

/** The query of calls that take only an optional organization id. */
export const organizationIdQuery: InputField<OrganizationIdQuery> = input.object({
  organizationId: input.optional(input.id),
});
