/** A section of a team's panel. */

import type { ReactElement, ReactNode } from "react";
import { SectionTitle } from "../../primitives/card.tsx";

export interface TeamSectionProps {
  readonly title: string;
  /** Name of the team, which makes the section's label unique. */
  readonly team: string;
  readonly children: ReactNode;
}

export function TeamSection({ title, team, children }: TeamSectionProps): ReactElement {
  return (
    <section className="lk-team-part" aria-label={`${title}: ${team}`}>
      <SectionTitle>{title}</SectionTitle>
      {children}
    </section>
  );
}
