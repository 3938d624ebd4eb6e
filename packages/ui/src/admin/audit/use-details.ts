/** Describes the details of entries in the app's language. */

import type { AuditRecord } from "@latchkey/admin";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { describeProvider } from "../../social/providers.ts";
import { joinNames } from "../../texts/join-names.ts";
import { nameFromKey } from "../../texts/name-from-key.ts";
import { useAdminUi } from "../plugin.tsx";
import { detailsOf } from "./describe.ts";

/** Returns a function that describes an entry's details. It returns `null` if there are none. */
export function useDetails(): (record: AuditRecord) => string | null {
  const ui = useAuthUi();
  const capabilities = useCapabilities();
  const { audit, organizationRoles } = useAdminUi().texts;
  const ownText = (names: Readonly<Record<string, string>>, id: string): string | undefined =>
    Object.hasOwn(names, id) ? names[id] : undefined;
  return (record) =>
    detailsOf(record, {
      change: audit.change,
      join: (names) => joinNames(ui.texts.language, names),
      // A password account has a different id than the sign-in method.
      method: (id) =>
        ownText(audit.methods, id === "credential" ? "password" : id) ?? describeProvider(id, ui, capabilities).name,
      field: (key) => ownText(audit.fields, key) ?? nameFromKey(key),
      organizationRole: (id) => ownText(organizationRoles, id) ?? id,
    });
}
