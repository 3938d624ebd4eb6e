/** Billing as a section of a page, such as the account's or an organization's. */

import type { ReactElement } from "react";
import { Screen } from "../../primitives/screen.tsx";
import { Section } from "../../primitives/section.tsx";
import { useBillingUi } from "../ui.ts";
import { BillingContent, type BillingContentProps } from "./billing-content.tsx";
import { InSection } from "./part.tsx";

/** Props for `BillingSection`. */
export interface BillingSectionProps extends BillingContentProps {
  /** Default: "Billing". */
  readonly title?: string;
  /** Whether to focus the heading, because the user navigated to the section. */
  readonly focusOnMount?: boolean;
}

/**
 * The plan, usage, benefits, and invoices as a section of another page, such as an organization's. Needs a signed-in
 * user.
 */
export function BillingSection({ title, focusOnMount, ...props }: BillingSectionProps): ReactElement {
  const { page } = useBillingUi().texts;
  return (
    <Screen className="lk-settings-part">
      <Section title={title ?? page.title} focusOnMount={focusOnMount ?? false}>
        <InSection.Provider value={true}>
          <BillingContent {...props} />
        </InSection.Provider>
      </Section>
    </Screen>
  );
}
