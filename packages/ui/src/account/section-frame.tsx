/** Renders a section of the account page, on that page or by itself. */

import type { ReactElement, ReactNode } from "react";
import { RowGroup } from "../primitives/row.tsx";
import { Screen } from "../primitives/screen.tsx";
import { Section } from "../primitives/section.tsx";
import type { AccountSectionProps } from "../provider/types.ts";

interface SectionFrameProps extends AccountSectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

export function SectionFrame({ title, text, focusOnMount = false, children }: SectionFrameProps): ReactElement {
  return (
    <Screen className="lk-settings-part">
      <RowGroup>
        <Section title={title} text={text} focusOnMount={focusOnMount}>
          {children}
        </Section>
      </RowGroup>
    </Screen>
  );
}
