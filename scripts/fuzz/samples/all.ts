/** Combines the valid requests to every endpoint. */

import { accountSamples } from "./accounts.ts";
import { adminSamples } from "./admin.ts";
import { apiKeySamples } from "./api-key.ts";
import { billingSamples } from "./billing.ts";
import { consoleSamples, coreSamples } from "./core.ts";
import { deviceSamples } from "./devices.ts";
import { eventsSamples } from "./events.ts";
import { jwtSamples } from "./jwt.ts";
import { oauthProviderSamples } from "./oauth-provider.ts";
import { organizationSamples } from "./organization.ts";
import { passwordlessSamples } from "./passwordless.ts";
import type { Samples } from "./sample.ts";
import { scimSamples } from "./scim.ts";
import { ssoSamples } from "./sso.ts";
import { stepUpSamples } from "./step-up.ts";
import { twoFactorSamples } from "./two-factor.ts";

/** By endpoint id. The fuzzer fails if an endpoint is missing here. */
export const samples: Samples = {
  ...coreSamples,
  ...organizationSamples,
  ...adminSamples,
  ...twoFactorSamples,
  ...accountSamples,
  ...apiKeySamples,
  ...jwtSamples,
  ...oauthProviderSamples,
  ...deviceSamples,
  ...eventsSamples,
  ...ssoSamples,
  ...scimSamples,
  ...passwordlessSamples,
  ...stepUpSamples,
  ...billingSamples,
  ...consoleSamples,
};

/** Endpoints whose guard rejects all requests from the fuzzer's address. */
export const excludedEndpoints: ReadonlySet<string> = new Set(Object.keys(consoleSamples));
