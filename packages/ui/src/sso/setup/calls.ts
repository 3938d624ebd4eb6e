/** The setup's calls, for a member or for someone with a setup link. */

import type { ClientError } from "@latchkey/react";
import type {
  LastSsoTests,
  SetupProviderInput,
  SsoDomain,
  SsoProvider,
  SsoSetup,
  TestSsoProviderInput,
} from "@latchkey/sso";
import type { CallPaths } from "../../provider/call-paths.ts";
import { currentUrl } from "../../social/current-url.ts";
import type { SsoReactClient } from "../ui.ts";

type Failed = { readonly data: null; readonly error: ClientError };

/** What the setup shows. */
export interface SetupState {
  readonly domains: readonly SsoDomain[];
  readonly providers: readonly SsoProvider[];
  /** Whether a setup link also permits connecting a directory. */
  readonly directory?: boolean;
}

/** The paths of the calls. */
export type SetupPaths = Readonly<Record<"state" | "lastTests" | "verifyDomain" | "testProvider", CallPaths>>;

/** The calls of the setup. */
export interface SetupCalls {
  readonly paths: SetupPaths;
  state(): Promise<{ readonly data: SetupState; readonly error: null } | Failed>;
  register(input: SetupProviderInput): Promise<{ readonly error: ClientError | null }>;
  verifyDomain(domain: string): Promise<{ readonly error: ClientError | null }>;
  testProvider(
    input: TestSsoProviderInput,
  ): Promise<{ readonly data: { readonly url: string }; readonly error: null } | Failed>;
  lastTests(providerId: string): Promise<{ readonly data: LastSsoTests | null; readonly error: null } | Failed>;
  /** Requires SSO for a domain. Missing if the caller can't. */
  require?(domain: string, providerId: string): Promise<{ readonly error: ClientError | null }>;
}

const noLink: ClientError = { code: "SETUP_LINK_INVALID", message: "", status: 403, statusText: "", details: {} };

/** Reads the setup that this browser has opened. The server returns `null` without one. */
export async function readSetup({
  sso: { setup },
}: SsoReactClient): Promise<{ readonly data: SsoSetup; readonly error: null } | Failed> {
  const { data, error } = await setup.state();
  return data ? { data, error: null } : { data: null, error: error ?? noLink };
}

/** Returns the calls for someone with a setup link. */
export function linkCalls(client: SsoReactClient): SetupCalls {
  const { setup } = client.sso;
  return {
    paths: {
      state: "/sso/setup/state",
      lastTests: "/sso/setup/last-tests",
      verifyDomain: "/sso/setup/verify-domain",
      testProvider: "/sso/setup/test-provider",
    },
    state: () => readSetup(client),
    register: (input) => setup.register(input),
    verifyDomain: (domain) => setup.verifyDomain({ domain }),
    testProvider: (input) => setup.testProvider(input),
    lastTests: (providerId) => setup.lastTests({ query: { providerId } }),
  };
}

/** Returns the calls for a member. */
export function memberCalls({ sso }: SsoReactClient, organizationId: string): SetupCalls {
  const query = { organizationId };
  return {
    paths: {
      state: ["/sso/domains", "/sso/providers"],
      lastTests: "/sso/last-tests",
      verifyDomain: "/sso/verify-domain",
      testProvider: "/sso/test-provider",
    },
    async state() {
      const [domains, found] = await Promise.all([sso.domains({ query }), sso.providers({ query })]);
      if (domains.error) return domains;
      if (found.error) return found;
      return { data: { domains: domains.data, providers: found.data.providers }, error: null };
    },
    register: (input) => sso.register({ ...input, organizationId }),
    verifyDomain: (domain) => sso.verifyDomain({ organizationId, domain }),
    testProvider: (input) => sso.testProvider(input),
    lastTests: (providerId) => sso.lastTests({ query: { providerId } }),
    require: (domain, providerId) =>
      sso.setEnforcement({ organizationId, domain, providerId, enforcement: "required" }),
  };
}

/** Names the provider when the browser returns from a test of the setup. */
export const testedParam = "sso-tested";

/** Names the provider when the browser returns from a test that was started in the list of providers. */
export const resultsParam = "sso-results";

/** Returns the URL of this page to return to from a test. */
export function afterTestUrl(providerId: string, param: string): string {
  const url = new URL(currentUrl());
  url.searchParams.set(param, providerId);
  return url.href;
}
