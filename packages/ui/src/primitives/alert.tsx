/** A message that screen readers speak at once. */

import { type ReactElement, type ReactNode, useEffect, useRef } from "react";

/** What `Alert` takes. */
export interface AlertProps {
  readonly tone: "error" | "success";
  /** Gets the focus when it appears: where what was pressed is gone, or is done with. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A message that is announced: an error, or that something went well. */
export function Alert({ tone, takesFocus = false, children }: AlertProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={element}
      className={`lk-alert lk-alert-${tone}`}
      role={tone === "error" ? "alert" : "status"}
      tabIndex={takesFocus ? -1 : undefined}
    >
      {children}
    </div>
  );
}
