/** Hides controls whose calls the server has turned off. */

import type { ReactElement } from "react";
import type { CallPaths } from "./call-paths.ts";
import { useCanCall } from "./use-can-call.ts";

export interface OfferedProps {
  /** Path of the call that the control leads to, or several paths. Without one, it's always rendered. */
  readonly path: CallPaths | undefined;
  readonly children: ReactElement;
}

export function Offered({ path, children }: OfferedProps): ReactElement {
  return path === undefined ? children : <IfCallable path={path}>{children}</IfCallable>;
}

function IfCallable({ path, children }: OfferedProps & { readonly path: CallPaths }): ReactElement | null {
  return useCanCall()(path) === false ? null : children;
}

export interface OfferedAnyProps {
  /** The calls that the control leads to. */
  readonly paths: readonly CallPaths[];
  readonly children: ReactElement;
}

/** Renders a control unless the server has turned off all of its calls. */
export function OfferedAny({ paths, children }: OfferedAnyProps): ReactElement | null {
  const canCall = useCanCall();
  return paths.every((path) => canCall(path) === false) ? null : children;
}
