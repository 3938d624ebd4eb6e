/** Keeps the changes in the matrix until the user saves them. */

import type { OrganizationRole } from "@latchkey/organization";
import { useState } from "react";
import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { describeMissingPermissions, toPermissions, toStatements } from "./permissions.ts";

/** The changes in the matrix. */
export interface RoleDrafts {
  /** Number of changed checkboxes. */
  readonly count: number;
  readonly isSaving: boolean;
  /** Why the last save failed. */
  readonly problem: string | null;
  has(role: OrganizationRole, permission: string): boolean;
  toggle(role: OrganizationRole, permission: string): void;
  discard(): void;
  /** Resolves to whether everything was saved. Changes that failed stay unsaved. */
  save(): Promise<boolean>;
}

type Drafts = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the unsaved changes, and functions to edit, save, and discard them.
 * @param reload loads the roles again after a save
 */
export function useRoleDrafts(roles: readonly OrganizationRole[], reload: () => Promise<void>): RoleDrafts {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { roles: words } = useOrganizationUi().texts;
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const count = roles.reduce((sum, role) => sum + countChanges(role, drafts.get(role.id)), 0);
  const save = async (): Promise<boolean> => {
    setSaving(true);
    setProblem(null);
    const failed = new Map<string, ReadonlySet<string>>();
    for (const role of roles) {
      const draft = drafts.get(role.id);
      if (!draft || countChanges(role, draft) === 0) continue;
      const data = { permission: toStatements([...draft]) };
      const { id: roleId, organizationId } = role;
      const { error } = await client.organization.updateRole({ roleId, organizationId, data });
      if (!error) continue;
      failed.set(role.id, draft);
      const missing = describeMissingPermissions(words, texts.language, error);
      setProblem(missing ?? errorText(texts, error));
    }
    await reload();
    setDrafts(failed);
    setSaving(false);
    return failed.size === 0;
  };
  return {
    count,
    isSaving,
    problem,
    has: (role, permission) => (drafts.get(role.id) ?? permissionsOf(role)).has(permission),
    toggle(role, permission) {
      const next = new Set(drafts.get(role.id) ?? permissionsOf(role));
      if (!next.delete(permission)) next.add(permission);
      setDrafts(new Map(drafts).set(role.id, next));
    },
    discard() {
      setProblem(null);
      setDrafts(new Map());
    },
    save,
  };
}

const permissionsOf = ({ permission }: OrganizationRole): ReadonlySet<string> => new Set(toPermissions(permission));

function countChanges(role: OrganizationRole, draft: ReadonlySet<string> | undefined): number {
  if (!draft) return 0;
  const before = permissionsOf(role);
  const added = [...draft].filter((one) => !before.has(one)).length;
  return added + [...before].filter((one) => !draft.has(one)).length;
}
