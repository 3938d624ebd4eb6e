/** Helpers that the states of primitives share. */

import { Card } from "@latchkey/ui";
import type { ReactElement, ReactNode } from "react";
import type { State } from "../state.ts";

/** Renders a primitive on a card, as components use it. */
export const onCard = (children: ReactNode): ReactElement => (
  <Card wide title="Parts">
    <div className="parts">{children}</div>
  </Card>
);

/** A state of primitives on a card. */
export const one = (name: string, children: ReactNode, expectedText: string, play?: State["play"]): State => ({
  name,
  element: onCard(children),
  expectedText,
  ...(play ? { play } : {}),
});
