/** The admin pages. */

import { Admin } from "@latchkey/ui/admin";
import type { ReactElement } from "react";
import { useLocation } from "wouter";

export function Administration(): ReactElement {
  const [path] = useLocation();
  return (
    <div className="wide">
      <Admin currentPath={path} />
    </div>
  );
}
