/** Sellers, which the payment provider calls organizations. */

import * as z from "zod";
import {
  type Entity,
  entityShape,
  flag,
  listOf,
  nullable,
  type OpenEnum,
  optionalEnum,
  text,
  time,
  type WireShape,
} from "./wire.ts";

/** A seller's social media link. */
export interface Social {
  readonly platform: OpenEnum<"x" | "github" | "facebook" | "instagram" | "youtube" | "tiktok" | "linkedin" | "other">;
  readonly url: string;
}

/** A missing flag is read as false. */
export interface FeatureSettings {
  readonly issue_funding_enabled: boolean;
  readonly usage_based_billing_enabled: boolean;
}

/** What subscribers can do, and how changes are charged. */
export interface SubscriptionSettings {
  readonly allow_multiple_subscriptions: boolean;
  readonly allow_customer_updates: boolean;
  readonly proration_behavior: OpenEnum<"invoice" | "prorate">;
}

/** A seller. Unrelated to the organizations of the app's users. */
export interface SellerOrganization extends Entity {
  readonly name: string;
  readonly slug: string;
  readonly avatar_url: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly socials: readonly Social[];
  readonly details_submitted_at: string | null;
  readonly feature_settings: FeatureSettings | null;
  readonly subscription_settings: SubscriptionSettings | null;
}

export const sellerShape: WireShape<SellerOrganization> = {
  ...entityShape,
  name: text,
  slug: text,
  avatar_url: nullable(text),
  email: nullable(text),
  website: nullable(text),
  socials: listOf(
    z.looseObject({
      platform: optionalEnum("social platform", [
        "x",
        "github",
        "facebook",
        "instagram",
        "youtube",
        "tiktok",
        "linkedin",
        "other",
      ]),
      url: text,
    }),
  ),
  details_submitted_at: nullable(time),
  feature_settings: nullable(z.looseObject({ issue_funding_enabled: flag, usage_based_billing_enabled: flag })),
  subscription_settings: nullable(
    z.looseObject({
      allow_multiple_subscriptions: flag,
      allow_customer_updates: flag,
      proration_behavior: optionalEnum("proration behavior", ["invoice", "prorate"]),
    }),
  ),
};

export const sellerOrganization: z.ZodType<SellerOrganization> = z.looseObject(sellerShape);
