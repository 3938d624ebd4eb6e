/** Public exports of `@latchkey/magic-link`. */

export type {
  MagicLinkCalls,
  MagicLinkCapabilities,
  MagicLinkClient,
  MagicLinkTypes,
  SignInMagicLinkInput,
  VerifyMagicLinkInput,
  VerifyMagicLinkResponse,
} from "./contract.ts";
export { magicLinkErrors } from "./errors.ts";
export type { MagicLinkMail, MagicLinkOptions } from "./options.ts";
export { type MagicLinkPlugin, magicLink } from "./plugin.ts";
