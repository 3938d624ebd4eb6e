/** Permissions as the screens handle them: pairs such as `team:create`. */

import { fill } from "../../texts/texts.ts";
import type { RolesTexts } from "./texts.ts";

/** Resource → its actions, or some of them. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** What there is in every organization, where roles are made at run time. As `defaultStatements` and `roleStatements`. */
export const builtIn: Statements = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
  ac: ["create", "read", "update", "delete"],
};

/** `{ team: ["create"] }` → `["team:create"]`. */
export function pairsOf(statements: Statements): readonly string[] {
  return Object.entries(statements).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`));
}

/** The name of a resource. */
export const resourceName = ({ resources }: RolesTexts, resource: string): string =>
  own(resources, resource) ?? resource;

/** The name of what a pair allows, without its resource. */
export function actionName({ actions }: RolesTexts, pair: string): string {
  const action = pair.slice(pair.indexOf(":") + 1);
  return own(actions, pair) ?? own(actions, action) ?? action;
}

/** Each resource with what is allowed there: `Teams: Create, Change`. */
export function inWords(texts: RolesTexts, pairs: readonly string[]): readonly string[] {
  const actions = new Map<string, string[]>();
  for (const pair of pairs) {
    const resource = pair.slice(0, pair.indexOf(":"));
    actions.set(resource, [...(actions.get(resource) ?? []), actionName(texts, pair)]);
  }
  return [...actions].map(([resource, names]) => `${resourceName(texts, resource)}: ${names.join(", ")}`);
}

/** What an error says that the person lacks, as a sentence; `null` where it says nothing of it. */
export function missingInWords(
  texts: RolesTexts,
  { details }: { readonly details: Readonly<Record<string, unknown>> },
): string | null {
  const { missingPermissions: missing } = details;
  if (!Array.isArray(missing) || missing.length === 0) return null;
  return fill(texts.missing, { permissions: inWords(texts, missing.map(String)).join("; ") });
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
