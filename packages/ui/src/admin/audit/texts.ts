/** Texts for the audit log. */

import type { PluralText } from "../../texts/texts.ts";

/** Texts for the audit log. */
export interface AuditTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly titleOfUser: string;
  readonly all: string;
  readonly caption: string;
  readonly when: string;
  readonly action: string;
  readonly who: string;
  readonly whom: string;
  readonly details: string;
  readonly where: string;
  readonly organization: string;
  readonly time: string;
  /** Groups of actions, by the beginning of the action. */
  readonly families: Readonly<Record<string, string>>;
  /** `{group}`: all actions of a group. */
  readonly wholeFamily: string;
  /** `{actor}`, `{admin}`. */
  readonly onBehalf: string;
  readonly app: string;
  /** The actor of failed attempts. */
  readonly unknown: string;
  /** `{id}`. A deleted user. */
  readonly deleted: string;
  readonly empty: string;
  readonly noMatches: string;
  /** `{action}`, `{count}`: failed attempts, counted by the hour. */
  readonly counted: PluralText;
  /** Sentences by action. An action without one is shown as is. */
  readonly actions: Readonly<Record<string, string>>;
  /** `{from}`, `{to}`. */
  readonly change: string;
  /** Sign-in methods. Providers have their own names. */
  readonly methods: Readonly<Record<string, string>>;
  /** Fields of a user or an organization. One that isn't here is named after its key. */
  readonly fields: Readonly<Record<string, string>>;
  /** `{value}`. Targets that aren't users. */
  readonly targets: { readonly organization: string; readonly team: string; readonly role: string };
  readonly findUser: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly apply: string;
  readonly export: string;
  readonly exporting: PluralText;
  /** `{count}` rows. */
  readonly exported: PluralText;
  /** Only the first `{count}` rows were exported. */
  readonly exportedFirst: PluralText;
  readonly drawer: {
    readonly title: string;
    readonly id: string;
    readonly code: string;
    readonly userAgent: string;
    readonly requestId: string;
    readonly data: string;
    readonly count: string;
    readonly onBehalfOf: string;
    readonly copyJson: string;
    readonly thisActor: string;
    readonly thisTarget: string;
    readonly thisOrganization: string;
  };
  /** `{app}`, `{date}`. Shown on paper. */
  readonly printed: string;
}
