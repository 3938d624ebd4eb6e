/** Public exports of `@latchkey/one-time-token`. */

export type {
  GeneratedOneTimeToken,
  GenerateOneTimeTokenQuery,
  OneTimeTokenCalls,
  OneTimeTokenClient,
  OneTimeTokenTypes,
  TransferredSession,
  VerifyOneTimeTokenInput,
} from "./contract.ts";
export { oneTimeTokenErrors } from "./errors.ts";
export type { OneTimeTokenOptions } from "./options.ts";
export { type OneTimeTokenPlugin, oneTimeToken } from "./plugin.ts";
export { sessionColumns } from "./tables.ts";
