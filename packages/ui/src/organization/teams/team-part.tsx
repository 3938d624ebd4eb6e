/** A part of a team's panel. */

import { type ReactElement, type ReactNode, useContext } from "react";
import { CardLevel } from "../../primitives/card.tsx";

export interface TeamPartProps {
  readonly title: string;
  /** Told apart by it, where several panels are open. */
  readonly team: string;
  readonly children: ReactNode;
}

export function TeamPart({ title, team, children }: TeamPartProps): ReactElement {
  const Heading = useContext(CardLevel) === "h1" ? "h2" : "h3";
  return (
    <section className="lk-team-part" aria-label={`${title}: ${team}`}>
      <Heading className="lk-part-title">{title}</Heading>
      {children}
    </section>
  );
}
