/** The UI plugin for billing: menu items, texts, and paths. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { type BillingTexts, billingEn } from "./texts.ts";
import { type BillingUi, useBillingUi } from "./ui.ts";

/** Options of `billingUi`. */
export interface BillingUiOptions {
  /** Path of `BillingPage`, which checkouts return to. Default: `/billing`. */
  readonly path?: string;
  /** Path of `PricingTable`. Default: `/pricing`. */
  readonly pricingPath?: string;
  /** Path of `SellerPage`. Default: `/seller`. */
  readonly sellerPath?: string;
  /** Roles that see the seller page in their menu. The server checks permissions. Default: none. */
  readonly sellerRoles?: readonly string[];
  /** Default: English. */
  readonly texts?: BillingTexts;
}

/** Adds the billing pages. For apps whose server has `billing()` of `@latchkey/billing`. */
export function billingUi(options: BillingUiOptions = {}): BillingUi {
  const {
    path = "/billing",
    pricingPath = "/pricing",
    sellerPath = "/seller",
    sellerRoles = [],
    texts = billingEn,
  } = options;
  return {
    id: "billing",
    texts,
    errors: texts.errors,
    path,
    pricingPath,
    sellerPath,
    sellerRoles,
    MenuItems: BillingMenuItems,
  };
}

function BillingMenuItems(): ReactElement {
  const { navigate } = useAuthUi();
  const { texts, path, sellerPath, sellerRoles } = useBillingUi();
  const user = useAuthClient().useSession().data?.user as { readonly role?: string | null } | undefined;
  const isSeller = (user?.role ?? "").split(",").some((role) => sellerRoles.includes(role));
  return (
    <>
      <MenuItem onSelect={() => navigate(path)}>{texts.page.menu}</MenuItem>
      {isSeller ? <MenuItem onSelect={() => navigate(sellerPath)}>{texts.seller.menu}</MenuItem> : null}
    </>
  );
}
