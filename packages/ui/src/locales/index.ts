/** Public exports of `@latchkey/ui/locales`. */

export { pseudolocalize } from "../texts/pseudo.ts";
export type { PluralText } from "../texts/texts.ts";
export { en } from "./en.ts";
export type { Locale } from "./locale.ts";
