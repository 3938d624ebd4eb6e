/** A titled part of the billing page, one heading level below the page or section that it's in. */

import { type Context, createContext, type ReactElement, type ReactNode, useContext } from "react";
import { RowsGroup, Section } from "../../primitives/section.tsx";

/** Whether the parts are in a section of another page. */
export const InSection: Context<boolean> = createContext(false);

export interface PartProps {
  readonly title: string;
  readonly text?: string;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Part(props: PartProps): ReactElement {
  return useContext(InSection) ? <RowsGroup {...props} /> : <Section {...props} />;
}
