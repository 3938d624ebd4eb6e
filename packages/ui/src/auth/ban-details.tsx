/** Why a user is banned, and until when. */

import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";

export interface BanDetailsProps {
  /** Details of the `BANNED_USER` error. They come from the server, never from a URL. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** Renders what the server says about the ban. */
export function BanDetails({ details = {} }: BanDetailsProps): ReactElement | null {
  const { texts } = useAuthUi();
  const { banReason: reason, banExpires: expires } = details;
  const date = typeof expires === "string" || expires instanceof Date ? new Date(expires) : null;
  return (
    <>
      {typeof reason === "string" && reason !== "" ? (
        <p className="lk-ban">{fill(texts.banned.reason, { reason })}</p>
      ) : null}
      {date && !Number.isNaN(date.getTime()) ? (
        <p className="lk-ban">
          {fill(texts.banned.until, {
            date: date.toLocaleString(texts.language, { dateStyle: "long", timeStyle: "short" }),
          })}
        </p>
      ) : null}
    </>
  );
}
