/** Public exports of `@latchkey/ui/billing`. */

export { billingErrorsEn } from "./errors.ts";
export { BenefitsSection } from "./page/benefits-section.tsx";
export type { BillingContentProps } from "./page/billing-content.tsx";
export { BillingPage, type BillingPageProps } from "./page/billing-page.tsx";
export { BillingSection, type BillingSectionProps } from "./page/billing-section.tsx";
export { type BillingData, type BillingSummary, useBilling } from "./page/data.ts";
export { OrdersSection, type OrdersSectionProps } from "./page/orders-section.tsx";
export { PlanSection } from "./page/plan-section.tsx";
export type { BillingPageTexts } from "./page/texts.ts";
export { UsageSection } from "./page/usage-section.tsx";
export { type BillingUiOptions, billingUi } from "./plugin.tsx";
export type { PricingTableProps } from "./pricing/pricing-props.ts";
export { PricingTable } from "./pricing/pricing-table.tsx";
export type { PricingTexts } from "./pricing/texts.ts";
export { SellerPage, type SellerPageProps } from "./seller/seller-page.tsx";
export type { SellerTexts } from "./seller/texts.ts";
export { type BillingTexts, billingEn } from "./texts.ts";
export type { BillingUi } from "./ui.ts";
