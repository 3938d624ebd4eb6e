/** Benefits: what a product gives its buyer. */

import * as z from "zod";
import {
  count,
  type Entity,
  entityShape,
  flag,
  id,
  type Metadata,
  metadata,
  type Open,
  open,
  text,
  union,
} from "./wire.ts";

/** The types of benefits that are known. */
export type BenefitType =
  | "custom"
  | "discord"
  | "github_repository"
  | "downloadables"
  | "license_keys"
  | "meter_credit";

/** What the outside may know of a benefit, as in a checkout. */
export interface PublicBenefit extends Entity {
  readonly type: Open<BenefitType>;
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

/** A note to the buyer, and whatever the app makes of having it. */
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

/** What a collaborator may do. */
export type RepositoryPermission = "pull" | "triage" | "push" | "maintain" | "admin";

/** Access to a repository. */
export interface GithubRepositoryBenefitProperties {
  readonly repository_owner: string;
  readonly repository_name: string;
  readonly permission: Open<RepositoryPermission>;
}

/** Files to download. */
export interface DownloadablesBenefitProperties {
  /** File id → whether it is archived. */
  readonly archived: Readonly<Record<string, boolean>>;
  /** Ids of files. */
  readonly files: readonly string[];
}

/** How long a license key lives. */
export interface LicenseKeyExpiry {
  readonly ttl: number;
  readonly timeframe: Open<"year" | "month" | "day">;
}

/** On how many machines a license key may be used. */
export interface LicenseKeyActivations {
  readonly limit: number;
  /** Whether customers may administer their own activations. */
  readonly enable_customer_admin: boolean;
}

/** A license key for each buyer. */
export interface LicenseKeysBenefitProperties {
  readonly prefix: string | null;
  /** `null`: for ever. */
  readonly expires: LicenseKeyExpiry | null;
  /** `null`: no limit. */
  readonly activations: LicenseKeyActivations | null;
  /** `null`: no limit. */
  readonly limit_usage: number | null;
}

/** Units of a meter, in advance. */
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

/** What a product gives. The platform may add types: keep a `default` where you tell them apart by `type`. */
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

export const benefitType: z.ZodType<Open<BenefitType>> = open("benefit type", types);

const publicShape = {
  ...entityShape,
  type: benefitType,
  description: text,
  selectable: flag,
  deletable: flag,
  organization_id: id,
};

export const publicBenefit: z.ZodType<PublicBenefit> = z.looseObject(publicShape);

export const repositoryPermission: z.ZodType<Open<RepositoryPermission>> = open("repository permission", [
  "pull",
  "triage",
  "push",
  "maintain",
  "admin",
]);

const properties: Readonly<Record<BenefitType, z.ZodType>> = {
  custom: z.looseObject({ note: text.nullable() }),
  discord: z.looseObject({ guild_id: text, role_id: text, guild_token: text }),
  github_repository: z.looseObject({
    repository_owner: text,
    repository_name: text,
    permission: repositoryPermission,
  }),
  downloadables: z.looseObject({ archived: z.record(z.string(), flag), files: z.array(text) }),
  license_keys: z.looseObject({
    prefix: text.nullable(),
    expires: z
      .looseObject({ ttl: count, timeframe: open("license key timeframe", ["year", "month", "day"]) })
      .nullable(),
    activations: z.looseObject({ limit: count, enable_customer_admin: flag }).nullable(),
    limit_usage: count.nullable(),
  }),
  meter_credit: z.looseObject({ units: count, rollover: flag, meter_id: id }),
};

export const benefit: z.ZodType<Benefit> = union<Benefit>(
  "benefit type",
  z.looseObject({ ...publicShape, metadata, properties: z.looseObject({}) }),
  ({ type }: { readonly type: string }) => type,
  Object.fromEntries(Object.entries(properties).map(([type, shape]) => [type, z.looseObject({ properties: shape })])),
);
