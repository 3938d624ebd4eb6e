/** Finds the step that another plugin adds to the setup. */

import { useAuthUi } from "../../provider/context.ts";
import type { SetupStepExtension } from "../../provider/types.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";

/**
 * Returns the step that a plugin of this server adds. `null` without one.
 * @param can whether the member, or the setup link, has a permission
 */
export function useSetupStep(can: (permission: string) => boolean): SetupStepExtension | null {
  const { plugins } = useAuthUi();
  const capabilities = useCapabilities();
  const offered = plugins.filter(({ isAvailable }) => !capabilities || (isAvailable?.(capabilities) ?? true));
  const steps = offered.map(({ organization }) => organization?.setupStep);
  return steps.find((step) => step !== undefined && can(step.permission)) ?? null;
}
