/** A date in a table. */

import type { ReactElement } from "react";
import { useAuthUi } from "../../provider/context.ts";

/** Renders nothing if the payment provider doesn't provide the date. */
export function Created({ date }: { readonly date: Date | null }): ReactElement | null {
  const { language } = useAuthUi().texts;
  if (date === null) return null;
  return (
    <time className="lk-whole" dateTime={date.toISOString()}>
      {date.toLocaleDateString(language, { dateStyle: "medium" })}
    </time>
  );
}
