/** Building blocks of the calls' inputs. */

import { type InputField, input } from "@latchkey/core/plugin";
import type { OrganizationIdQuery, OrganizationInput } from "./organizations/contract.ts";

/** A name that people read. */
export const name: InputField<string> = input.text({ min: 1 });

/** A slug to look for, in any form: slugs of moved organizations stay as they are. */
export const anySlug: InputField<string> = input.text();

/** What a new slug must be. */
export const slugForm = "must be 1 to 64 letters, digits, - and _";

/** A new slug in lower case; `null` unless it's letters and digits, with single dashes and underscores between them. */
export function toSlug(given: string): string | null {
  const lower = given.toLowerCase();
  return given.length <= 64 && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(lower) ? lower : null;
}

/** A new slug. It's changed to lower case. */
export const slug: InputField<string> = input.check(
  input.convert(input.rawText({ max: 64 }), (value) => value.toLowerCase()),
  (value) => toSlug(value) !== null,
  slugForm,
);

/** A record of strings, bounded. */
export const metadata: InputField<Record<string, string>> = input.record(
  input.text({ min: 1, max: 64 }),
  input.text({ max: 2048 }),
);

/** A role, or several: as a list, or separated by commas. */
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

/** An invitation's id, plain or in the form that links carry. */
export const invitationId: InputField<string> = input.text({ min: 1, max: 500 });

/** The input of calls that take an organization and nothing else. */
export const organizationInput: InputField<OrganizationInput> = input.object({ organizationId: input.id });

/** The query of calls that take an organization by id, or none, and nothing else. */
export const organizationIdQuery: InputField<OrganizationIdQuery> = input.object({
  organizationId: input.optional(input.id),
});
