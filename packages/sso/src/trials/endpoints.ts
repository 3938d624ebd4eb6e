/** The calls that test an identity provider. */

import type { Adapter } from "@latchkey/core/database";
import {
  checkRedirects,
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  requireCaller,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { anything, boolean, date, list, nullable, object, record, type Shape, text } from "@latchkey/core/shapes";
import type { LastSsoTests, SsoTest, TestSsoProviderInput } from "../call-types.ts";
import type { SsoCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { SsoSettings } from "../options.ts";
import { findErrors, findManaged } from "../providers/manage.ts";
import { providerLimit } from "../providers/register.ts";
import { startWithProvider } from "../sign-in/start.ts";
import { type SsoProviderRow, ssoTestTable } from "../tables.ts";

/** Input fields of a test. */
export const testFields: input.InputFields<TestSsoProviderInput> = {
  providerId: input.id,
  callbackURL: input.target,
  errorCallbackURL: input.target,
};

/** Response of a started test. */
export const startedOutput: Shape<{ readonly url: string }> = object({ url: text });

/** Response from `/sso/last-tests`. */
export const testsOutput: Shape<LastSsoTests> = object<LastSsoTests>({
  tests: list(
    object<SsoTest>({
      id: text,
      providerId: text,
      outcome: text,
      isCurrent: boolean,
      email: nullable(text),
      claims: record(anything),
      role: nullable(text),
      createdAt: date,
    }),
  ),
});

/** Starts a test. */
export function testSSOProvider(settings: SsoSettings): EndpointOf<SsoCalls["testSSOProvider"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sso/test-provider",
    summary: "Test an identity provider",
    input: input.object<TestSsoProviderInput>(testFields),
    output: startedOutput,
    guards: [requireManagingCaller],
    errors: { ...findErrors, ...pickErrors("SSO_PROVIDER_DISABLED", "PROVIDER_UNAVAILABLE") },
    rateLimit: providerLimit,
    queryBudget: 4,
    async handle(given, context) {
      const { row } = await findManaged(context, given.providerId, "update");
      return startTest(context, settings, row, given);
    },
  });
}

/** Starts a test in this browser. One query. @throws {AuthError} `SSO_PROVIDER_DISABLED`, `PROVIDER_UNAVAILABLE` */
export async function startTest(
  context: RequestContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  { callbackURL, errorCallbackURL = callbackURL }: TestSsoProviderInput,
): Promise<{ readonly url: string }> {
  if (!row.enabled) failWith("SSO_PROVIDER_DISABLED");
  const targets = await checkRedirects(context, { callbackURL, errorCallbackURL });
  return { url: await startWithProvider(context, settings, row, targets, "trial") };
}

/** Lists the last tests of a provider. */
export const listSSOTests: EndpointOf<SsoCalls["listSSOTests"]> = defineEndpoint({
  method: "GET",
  path: "/sso/last-tests",
  summary: "List the last tests of an identity provider",
  input: input.object({ providerId: input.id }),
  output: testsOutput,
  guards: [requireCaller],
  errors: findErrors,
  queryBudget: 4,
  async handle({ providerId }, context) {
    const { row } = await findManaged(context, providerId, "update");
    return lastTests(context.db, row);
  },
});

const shownTests = 10;

/** Returns the last tests of a provider. One query. */
export async function lastTests(db: Adapter, { id, providerId, revision }: SsoProviderRow): Promise<LastSsoTests> {
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = await db.findMany(ssoTestTable, { where: { providerId: id }, orderBy, limit: shownTests });
  return {
    tests: rows.map(({ revision: tested, ...row }) => ({ ...row, providerId, isCurrent: tested === revision })),
  };
}
