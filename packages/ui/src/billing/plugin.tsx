/** The UI plugin for billing: menu items, the section of the account page, texts, and paths. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { AccountSectionProps } from "../provider/types.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { useBillingCapabilities } from "./access.ts";
import { BillingSection } from "./page/billing-section.tsx";
import { summaryPaths } from "./page/data.ts";
import { type BillingTexts, billingEn } from "./texts.ts";
import { type BillingUi, useBillingUi } from "./ui.ts";

/** Options for `billingUi`. */
export interface BillingUiOptions {
  /** Path of `BillingPage`, which checkouts return to. Default: `/billing`. */
  readonly path?: string;
  /** Path of `PricingTable`. Default: `/pricing`. */
  readonly pricingPath?: string;
  /** Path of `SellerPage`. Default: `/seller`. */
  readonly sellerPath?: string;
  /** Roles whose users see a link to the seller page in the user menu. The server checks permissions. Default: none. */
  readonly sellerRoles?: readonly string[];
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<BillingTexts>;
}

/** Adds the billing pages. For apps whose server has `billing()` from `@latchkey/billing`. */
export function billingUi(options: BillingUiOptions = {}): BillingUi {
  return createBillingUi(options, billingEn);
}

function createBillingUi(options: BillingUiOptions, language: BillingTexts): BillingUi {
  const { path = "/billing", pricingPath = "/pricing", sellerPath = "/seller", sellerRoles = [] } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "billing",
    localize: (other) => createBillingUi(options, other as BillingTexts),
    texts,
    errors: texts.errors,
    path,
    pricingPath,
    sellerPath,
    sellerRoles,
    account: {
      sections: [
        {
          id: "billing",
          title: texts.page.title,
          icon: "credit-card",
          Section: BillingSection,
          path: summaryPaths,
          isAvailable: (capabilities) => capabilities === null || capabilities.plugins.billing !== undefined,
          forGuests: false,
        },
      ],
    },
    organization: {
      sections: [
        {
          id: "billing",
          title: texts.page.title,
          icon: "credit-card",
          Section: OrganizationBilling,
          path: summaryPaths,
          isAvailable: (capabilities) => capabilities?.plugins.billing?.references.includes("organization") ?? false,
        },
      ],
    },
    MenuItems: BillingMenuItems,
  };
}

/** The billing of the active organization. */
function OrganizationBilling({ focusOnMount }: AccountSectionProps): ReactElement | null {
  const session = useAuthClient().useSession().data?.session as
    | { readonly activeOrganizationId?: string | null }
    | undefined;
  const referenceId = session?.activeOrganizationId;
  return referenceId ? <BillingSection referenceId={referenceId} focusOnMount={focusOnMount ?? false} /> : null;
}

function BillingMenuItems(): ReactElement | null {
  const { navigate } = useAuthUi();
  const { texts, path, sellerPath, sellerRoles } = useBillingUi();
  const capabilities = useBillingCapabilities();
  const user = useAuthClient().useSession().data?.user as { readonly role?: string | null } | undefined;
  const isSeller = (user?.role ?? "").split(",").some((role) => sellerRoles.includes(role));
  if (!capabilities) return null;
  return (
    <>
      <MenuItem icon="credit-card" path={summaryPaths} onSelect={() => navigate(path)}>
        {texts.page.menu}
      </MenuItem>
      {isSeller ? (
        <MenuItem icon="chart-column" onSelect={() => navigate(sellerPath)}>
          {texts.seller.menu}
        </MenuItem>
      ) : null}
    </>
  );
}
