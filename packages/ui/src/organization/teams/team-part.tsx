/** A part of a team's panel. */

import type { ReactElement, ReactNode } from "react";
import { PartTitle } from "../../primitives/card.tsx";

export interface TeamPartProps {
  readonly title: string;
  /** Told apart by it, where several panels are open. */
  readonly team: string;
  readonly children: ReactNode;
}

export function TeamPart({ title, team, children }: TeamPartProps): ReactElement {
  return (
    <section className="lk-team-part" aria-label={`${title}: ${team}`}>
      <PartTitle>{title}</PartTitle>
      {children}
    </section>
  );
}
