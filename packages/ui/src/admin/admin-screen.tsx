/** The frame of every admin page. */

import type { ReactElement, ReactNode } from "react";
import { Screen } from "../primitives/screen.tsx";
import { SetupBoundary } from "../provider/setup-boundary.tsx";

/** Props for `AdminScreen`. */
export interface AdminScreenProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Renders an admin page, or says which part of the setup is missing. */
export function AdminScreen({ className, children }: AdminScreenProps): ReactElement {
  return (
    <SetupBoundary>
      <Screen className={className}>
        <div className="lk-admin">{children}</div>
      </Screen>
    </SetupBoundary>
  );
}
