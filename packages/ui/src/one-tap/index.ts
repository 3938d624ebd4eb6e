/** Public exports of `@latchkey/ui/one-tap`. */

export { oneTapUi } from "./plugin.ts";
