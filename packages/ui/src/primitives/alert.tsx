/** A message that screen readers speak at once. */

import type { ReactElement, ReactNode } from "react";

export interface AlertProps {
  readonly tone: "error" | "success";
  readonly children: ReactNode;
}

export function Alert({ tone, children }: AlertProps): ReactElement {
  return (
    <div className={`lk-alert lk-alert-${tone}`} role={tone === "error" ? "alert" : "status"}>
      {children}
    </div>
  );
}
