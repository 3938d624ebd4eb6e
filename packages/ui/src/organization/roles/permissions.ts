/** Converts permissions to and from strings such as `team:create`. */

import { joinNames } from "../../texts/join-names.ts";
import { nameFromKey } from "../../texts/name-from-key.ts";
import { fill } from "../../texts/texts.ts";
import type { RolesTexts } from "./texts.ts";

/** Maps each resource to its actions. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Converts `{ team: ["create"] }` to `["team:create"]`. */
export function toPermissions(statements: {
  readonly [resource: string]: readonly string[] | undefined;
}): readonly string[] {
  return Object.entries(statements).flatMap(([resource, actions = []]) =>
    actions.map((action) => `${resource}:${action}`),
  );
}

/** The display name of a resource. */
export const resourceName = ({ resources }: RolesTexts, resource: string): string =>
  ownText(resources, resource) ?? nameFromKey(resource);

/** The display name of a permission's action, without its resource. */
export function actionName({ actions }: RolesTexts, pair: string): string {
  const action = pair.slice(pair.indexOf(":") + 1);
  return ownText(actions, pair) ?? ownText(actions, action) ?? nameFromKey(action);
}

/** Describes the permissions of each resource, such as `Teams: Create, Change`. */
export function describePermissions(
  texts: RolesTexts,
  language: string | undefined,
  pairs: readonly string[],
): readonly string[] {
  const actions = new Map<string, string[]>();
  for (const pair of pairs) {
    const resource = pair.slice(0, pair.indexOf(":"));
    actions.set(resource, [...(actions.get(resource) ?? []), actionName(texts, pair)]);
  }
  return [...actions].map(([resource, names]) => `${resourceName(texts, resource)}: ${joinNames(language, names)}`);
}

/** Lists the permissions that an error says are missing, or `null` if it doesn't say. */
export function describeMissingPermissions(
  texts: RolesTexts,
  language: string | undefined,
  { details }: { readonly details: Readonly<Record<string, unknown>> },
): string | null {
  const { missingPermissions: missing } = details;
  if (!Array.isArray(missing) || missing.length === 0) return null;
  return fill(texts.missing, { permissions: describePermissions(texts, language, missing.map(String)).join("; ") });
}

function ownText(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** Converts `["team:create", "team:delete"]` to `{ team: ["create", "delete"] }`. */
export function toStatements(permissions: readonly string[]): Statements {
  const statements = new Map<string, string[]>();
  for (const permission of permissions) {
    const [resource = "", action = ""] = permission.split(":");
    statements.set(resource, [...(statements.get(resource) ?? []), action]);
  }
  return Object.fromEntries(statements);
}
