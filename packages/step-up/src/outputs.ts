/** The response shapes of the plugin's calls. */

import type { Assurance } from "@latchkey/core/plugin";
import { boolean, date, list, literal, nullable, object, oneOf, record, type Shape, text } from "@latchkey/core/shapes";
import type { AssuranceResponse, KnownDevice, ReportedSignIn } from "./contract.ts";

const keys = {
  acr: nullable(oneOf("aal1", "aal2", "phr")),
  amr: list(text),
  authTime: nullable(date),
  proofs: record(date),
};

/** Response from `auth.api.requireAssurance`. */
export const assuranceOutput: Shape<Assurance> = object<Assurance>(keys);

/** Response from `/assurance`. */
export const assuranceResponse: Shape<AssuranceResponse> = object<AssuranceResponse>({ ...keys, can: list(text) });

/** Response from `/devices/list`. */
export const devicesOutput: Shape<KnownDevice[]> = list(
  object<KnownDevice>({
    id: text,
    current: boolean,
    label: text,
    lastUsedAt: date,
    ipAddress: nullable(text),
    sessionId: nullable(text),
  }),
);

/** Response from `/devices/report`. */
export const reportedOutput: Shape<ReportedSignIn> = object<ReportedSignIn>({
  status: literal(true),
  resetEmailSent: boolean,
});
