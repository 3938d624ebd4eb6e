/** A time as "2 hours ago", exact when hovered. */

import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { timeAgoAtStart } from "../sessions/time-ago.ts";

/** A time relative to now. */
export function RelativeTime({ date }: { readonly date: Date }): ReactElement {
  const { language } = useAuthUi().texts;
  const exact = date.toLocaleString(language, { dateStyle: "full", timeStyle: "short" });
  return (
    <time className="lk-whole" dateTime={date.toISOString()} title={exact}>
      {timeAgoAtStart(date, new Date(), language)}
    </time>
  );
}
