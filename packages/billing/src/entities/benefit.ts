/** Benefits, which buyers get with a product. */

import * as z from "zod";
import {
  count,
  type Entity,
  entityShape,
  flag,
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  openEnum,
  openUnion,
  optionalEnum,
  orElse,
  sellerId,
  text,
  type WireShape,
} from "./wire.ts";

/** The known benefit types. */
export type BenefitType =
  | "custom"
  | "discord"
  | "github_repository"
  | "downloadables"
  | "license_keys"
  | "meter_credit";

/** The public part of a benefit, as in a checkout. */
export interface PublicBenefit extends Entity {
  readonly type: OpenEnum<BenefitType>;
  readonly description: string;
  readonly selectable: boolean;
  readonly deletable: boolean;
  readonly organization_id: string;
}

interface BenefitOf<Type extends BenefitType, Properties> extends Entity {
  readonly type: Type;
  readonly description: string;
  readonly selectable: boolean;
  readonly deletable: boolean;
  readonly organization_id: string;
  readonly metadata: Metadata;
  readonly properties: Properties;
}

/** A note to the buyer. The app can attach any meaning to it. */
export interface CustomBenefitProperties {
  /** Markdown. */
  readonly note: string | null;
}

/** A role on a Discord server. */
export interface DiscordBenefitProperties {
  readonly guild_id: string;
  readonly role_id: string;
  readonly guild_token: string;
}

/** The permission of a repository collaborator. */
export type RepositoryPermission = "pull" | "triage" | "push" | "maintain" | "admin";

/** Access to a GitHub repository. */
export interface GithubRepositoryBenefitProperties {
  readonly repository_owner: string;
  readonly repository_name: string;
  readonly permission: OpenEnum<RepositoryPermission>;
}

/** Files to download. */
export interface DownloadablesBenefitProperties {
  /** Maps each file id to whether it's archived. */
  readonly archived: Readonly<Record<string, boolean>>;
  /** File ids. */
  readonly files: readonly string[];
}

/** How long a license key is valid. */
export interface LicenseKeyExpiry {
  readonly ttl: number;
  readonly timeframe: OpenEnum<"year" | "month" | "day">;
}

/** On how many machines a license key can be activated. */
export interface LicenseKeyActivations {
  readonly limit: number;
  /** Whether customers can manage their own activations. */
  readonly enable_customer_admin: boolean;
}

/** A license key for each buyer. */
export interface LicenseKeysBenefitProperties {
  readonly prefix: string | null;
  /** `null` means never. */
  readonly expires: LicenseKeyExpiry | null;
  /** `null` means no limit. */
  readonly activations: LicenseKeyActivations | null;
  /** `null` means no limit. */
  readonly limit_usage: number | null;
}

/** Prepaid units of a meter. */
export interface MeterCreditBenefitProperties {
  readonly units: number;
  readonly rollover: boolean;
  readonly meter_id: string;
}

export interface CustomBenefit extends BenefitOf<"custom", CustomBenefitProperties> {}
export interface DiscordBenefit extends BenefitOf<"discord", DiscordBenefitProperties> {}
export interface GithubRepositoryBenefit extends BenefitOf<"github_repository", GithubRepositoryBenefitProperties> {}
export interface DownloadablesBenefit extends BenefitOf<"downloadables", DownloadablesBenefitProperties> {}
export interface LicenseKeysBenefit extends BenefitOf<"license_keys", LicenseKeysBenefitProperties> {}
export interface MeterCreditBenefit extends BenefitOf<"meter_credit", MeterCreditBenefitProperties> {}

/** A benefit. The payment provider can add types, so keep a `default` case if you switch on `type`. */
export type Benefit =
  | CustomBenefit
  | DiscordBenefit
  | GithubRepositoryBenefit
  | DownloadablesBenefit
  | LicenseKeysBenefit
  | MeterCreditBenefit;

const types: readonly BenefitType[] = [
  "custom",
  "discord",
  "github_repository",
  "downloadables",
  "license_keys",
  "meter_credit",
];

export const benefitType: z.ZodType<OpenEnum<BenefitType>> = openEnum("benefit type", types);

const publicShape = {
  ...entityShape,
  type: benefitType,
  description: text,
  selectable: flag,
  deletable: flag,
  organization_id: sellerId,
};

export const publicBenefit: z.ZodType<PublicBenefit> = z.looseObject(publicShape);

export const repositoryPermission: z.ZodType<OpenEnum<RepositoryPermission>> = optionalEnum("repository permission", [
  "pull",
  "triage",
  "push",
  "maintain",
  "admin",
]);

const properties: Readonly<Record<BenefitType, z.ZodType>> = {
  custom: z.looseObject({ note: nullable(text) }),
  discord: z.looseObject({ guild_id: text, role_id: text, guild_token: text }),
  github_repository: z.looseObject({
    repository_owner: text,
    repository_name: text,
    permission: repositoryPermission,
  }),
  downloadables: z.looseObject({ archived: orElse(z.record(z.string(), flag), {}), files: listOf(text) }),
  license_keys: z.looseObject({
    prefix: nullable(text),
    expires: nullable(
      z.looseObject({ ttl: count, timeframe: optionalEnum("license key timeframe", ["year", "month", "day"]) }),
    ),
    activations: nullable(z.looseObject({ limit: count, enable_customer_admin: flag })),
    limit_usage: nullable(count),
  }),
  meter_credit: z.looseObject({ units: count, rollover: flag, meter_id: text }),
};

/** The fields that all benefit types have in common. */
export const benefitShape: WireShape<PublicBenefit & { readonly metadata: Metadata; readonly properties: object }> = {
  ...publicShape,
  metadata,
  properties: orElse(z.looseObject({}), {}),
};

export const benefit: z.ZodType<Benefit> = openUnion<Benefit>(
  "benefit type",
  z.looseObject(benefitShape),
  ({ type }: { readonly type: string }) => type,
  Object.fromEntries(Object.entries(properties).map(([type, shape]) => [type, z.looseObject({ properties: shape })])),
);
