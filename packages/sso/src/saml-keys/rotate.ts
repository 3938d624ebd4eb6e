/** Replaces the app's own key for a SAML provider in steps, so that sign-ins always work. */

import { defineEndpoint, type EndpointOf, input, requireManagingCaller } from "@latchkey/core/plugin";
import type { RotateSsoKeysInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { presentProvider, providerOutput } from "../outputs.ts";
import { findErrors, findManaged, lockManaged } from "../providers/manage.ts";
import { providerLimit, providerStores, recordProvider } from "../providers/register.ts";
import { listDomains } from "../providers/store.ts";
import type { KeyPair } from "../saml/self-signed.ts";
import { decryptSamlConfig, encryptSamlConfig, newKeyPair } from "../saml-sign-in/config.ts";
import { ssoProviderTable } from "../tables.ts";

/** Performs one step of a rotation. */
export function rotateSSOKeys(settings: SsoSettings): EndpointOf<SsoCalls["rotateSSOKeys"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/rotate-keys",
    summary: "Replace the app's key for a SAML provider",
    changes: providerStores,
    input: input.object<RotateSsoKeysInput>({ providerId: input.id, step: input.oneOf("add", "use", "remove") }),
    output: providerOutput,
    guards: [requireManagingCaller],
    errors: { ...findErrors, ...pickErrors("KEY_ROTATION_OUT_OF_ORDER") },
    rateLimit: providerLimit,
    queryBudget: 9,
    async handle({ providerId, step }, context) {
      const managed = await findManaged(context, providerId, "update");
      // Create the key before the transaction, because it takes a long time.
      const isAdded = step === "add" && managed.row.samlConfig !== null;
      const added = isAdded ? await newKeyPair(context, new URL(context.origin).hostname) : null;
      const row = await context.db.transaction(async (tx) => {
        const locked = await lockManaged(tx, managed);
        const config = await decryptSamlConfig(context, locked);
        const keyPairs = config && rotateKeyPairs(config.keyPairs, step, added);
        if (!keyPairs) return failWith("KEY_ROTATION_OUT_OF_ORDER");
        const samlConfig = await encryptSamlConfig(context, locked.id, { ...config, keyPairs });
        await tx.update(ssoProviderTable, { where: { id: locked.id }, set: { samlConfig } });
        await recordProvider(tx, context, locked, "sso-provider.rotate-keys", { step });
        return { ...locked, samlConfig };
      });
      return presentProvider(context, settings, row, await listDomains(context.db, managed.scope.organizationId));
    },
  });
}

/** Returns the key pairs after a step, starting with the one to sign with. `null` if the step isn't possible. */
function rotateKeyPairs(
  keyPairs: readonly KeyPair[],
  step: RotateSsoKeysInput["step"],
  added: KeyPair | null,
): readonly KeyPair[] | null {
  const [signing, other] = keyPairs;
  if (!signing) return null;
  if (step === "add") return other || !added ? null : [signing, added];
  if (!other) return null;
  return step === "use" ? [other, signing] : [signing];
}
