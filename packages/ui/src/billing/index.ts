/** Public exports of `@latchkey/ui/billing`. */

export { billingErrorsEn } from "./errors.ts";
export { BenefitsCard, type BenefitsCardProps } from "./page/benefits-card.tsx";
export { BillingPage, type BillingPageProps } from "./page/billing-page.tsx";
export { type BillingData, type BillingSummary, useBilling } from "./page/data.ts";
export { OrdersCard, type OrdersCardProps } from "./page/orders-card.tsx";
export { PlanCard, type PlanCardProps } from "./page/plan-card.tsx";
export type { BillingPageTexts } from "./page/texts.ts";
export { UsageCard, type UsageCardProps } from "./page/usage-card.tsx";
export { type BillingUiOptions, billingUi } from "./plugin.tsx";
export { PricingTable, type PricingTableProps } from "./pricing/pricing-table.tsx";
export type { PricingTexts } from "./pricing/texts.ts";
export { SellerPage, type SellerPageProps } from "./seller/seller-page.tsx";
export type { SellerTexts } from "./seller/texts.ts";
export { type BillingTexts, billingEn } from "./texts.ts";
export type { BillingUi } from "./ui.ts";
