import type { AuthContext } from "../kernel/context.ts";
import { presentRow } from "./present.ts";

interface Row {
  readonly id: string;
  readonly secret: string;
}
interface Shown {
  readonly id: string;
}

declare const context: AuthContext;
declare const row: Row;

const shown: Shown = presentRow<Shown>(context, "club", row);
// @ts-expect-error a row without one of the returned columns
presentRow<Shown & { readonly name: string }>(context, "club", row);
// @ts-expect-error a hidden column isn't returned
shown.secret;
