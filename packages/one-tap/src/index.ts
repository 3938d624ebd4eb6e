/** Public exports of `@latchkey/one-tap`. */

export type {
  OneTapCallbackInput,
  OneTapCalls,
  OneTapClient,
  OneTapInput,
  OneTapNonce,
  OneTapSignedIn,
  OneTapTypes,
} from "./contract.ts";
export { oneTapErrors } from "./errors.ts";
export type { OneTapOptions } from "./options.ts";
export { type OneTapPlugin, oneTap } from "./plugin.ts";
