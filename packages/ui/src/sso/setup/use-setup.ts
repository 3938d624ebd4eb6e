/** Keeps where the user is in the setup, and what they have set up so far. */

import type { SsoDomain, SsoProvider } from "@latchkey/sso";
import { useState } from "react";
import type { Membership } from "../../organization/use-membership.ts";
import { type QueryState, useQuery } from "../../primitives/use-query.ts";
import type { SetupCalls, SetupState } from "./calls.ts";
import type { Choice } from "./steps.tsx";
import { useSetupStep } from "./use-setup-step.ts";

/** A page of the setup. */
export type Step = "choose" | "copy" | "paste" | "domain" | "test" | "directory" | "enforce" | "done";

/** Where the user is in the setup, and what they have set up so far. */
export interface Setup {
  readonly step: Step;
  /** All steps in order, without the last page. */
  readonly steps: readonly Step[];
  readonly query: QueryState<SetupState>;
  /** `null` before the first step, and for a provider that was registered earlier. */
  readonly choice: Choice | null;
  readonly providerId: string;
  /** `undefined` until it's registered. */
  readonly provider: SsoProvider | undefined;
  /** The provider's domains. */
  readonly domains: readonly SsoDomain[];
  /** The step that a plugin adds. */
  readonly directory: ReturnType<typeof useSetupStep>;
  /** Whether the setup can require SSO now. */
  readonly canRequire: boolean;
  /** The secret that the directory's step shows once. It's kept for when the user returns to that step. */
  readonly secret: string | null;
  setSecret(secret: string | null): void;
  choose(choice: Choice): void;
  go(step: Step): void;
}

/** @param registered id of a registered provider to continue with, at its test */
export function useSetup(calls: SetupCalls, registered: string | undefined, membership: Membership | undefined): Setup {
  const [step, go] = useState<Step>(registered ? "test" : "choose");
  const [choice, setChoice] = useState<Choice | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery(calls.paths.state, "setup", () => calls.state());
  const { data } = query;
  const directory = useSetupStep((permission) => membership?.can(permission) ?? data?.directory === true);
  const providerId = choice?.providerId ?? registered ?? "";
  const provider = data?.providers.find((one) => one.providerId === providerId);
  const domains = data?.domains.filter(({ domain }) => provider?.domain.split(",").includes(domain)) ?? [];
  return {
    step,
    steps: [
      "choose",
      "copy",
      "paste",
      "domain",
      "test",
      ...(directory ? (["directory"] as const) : []),
      // Listed even if no domain turns out to be verified, so that the count stays the same.
      ...(calls.require ? (["enforce"] as const) : []),
    ],
    query,
    choice,
    providerId,
    provider,
    domains,
    directory,
    // Only a verified domain can require SSO.
    canRequire: calls.require !== undefined && domains.some(({ verified }) => verified),
    secret,
    setSecret,
    choose(chosen) {
      setChoice(chosen);
      go("copy");
    },
    go,
  };
}
