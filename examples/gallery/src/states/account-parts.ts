/** Fixtures that the account page's states share. */

import { en, fill } from "@latchkey/ui";
import { capabilities } from "../fixtures/capabilities.ts";
import { as } from "../fixtures/default-responses.ts";
import { ann } from "../fixtures/users.ts";
import { type MockResponses, ok } from "../mock-fetch.ts";

const field = (name: string, type: "string" | "number" | "boolean" | "date") => ({ name, type, required: false });
const fields = [
  field("company", "string"),
  field("teamSize", "number"),
  field("birthday", "date"),
  field("newsletter", "boolean"),
];
/** Responses of a server with other capabilities. */
export const offers = (changes: object): MockResponses => ({
  "/capabilities": ok({ ...capabilities, plugins: { username: { min: 3, max: 30 } }, ...changes }),
});
/** A server that offers all fields. */
export const everything = offers({ signUp: { ...capabilities.signUp, fields } });
/** Responses with another state of the account. */
export const state = (changes: object): MockResponses => ({
  "/account-state": ok({ hasPassword: true, pendingEmail: null, soleOwnerOf: [], ...changes }),
});
/** Ann, whose email isn't verified. */
export const unverified = as({ ...ann, emailVerified: false });
/** The name of a row's edit button. */
export const edit = (label: string): string => fill(en.editField, { name: label });
