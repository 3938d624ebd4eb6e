/** What the screens of a plugin bring into those of the core: sentences, fields, cards, lines of the menu. */

import type { ClientError } from "@latchkey/react";
import { type ComponentType, createElement, type ReactElement, useState } from "react";
import { type AuthUi, useAuthUi } from "./context.ts";

/** A plugin's part in the screens. Made by a function of its subpath, such as `twoFactorUi()`. */
export interface UiPlugin {
  /** As the plugin's own: `two-factor`. */
  readonly id: string;
  /** Sentences by error code. The app's texts go first. */
  readonly errors?: Readonly<Record<string, string>>;
  /** A second way to say who one is, beside the email address. */
  readonly identifier?: Identifier;
  /** Further fields of sign-up. */
  readonly signUp?: FormPart;
  /** Stands in the forms that robots like: signing in, signing up, asking for a new password. */
  readonly challenge?: FormChallenge;
  /** Further fields of the profile. */
  readonly profile?: FormPart;
  /** Its cards of the account page, above those that end things. */
  readonly AccountCards?: ComponentType;
  /** Lines of the user's menu, made of `MenuItem`. */
  readonly MenuItems?: ComponentType;
  /** Stands inside of the provider, whatever page is shown. */
  readonly Always?: ComponentType;
  /**
   * Told what a sign-in answered in place of a session.
   * @returns whether it sees to what follows
   */
  onChallenge?(answer: Readonly<Record<string, unknown>>, ui: AuthUi): boolean;
}

/** Fields inside of somebody else's form. */
export interface FormPart {
  readonly Fields: ComponentType<FormPartProps>;
  /** What they add to the call. */
  valuesOf(values: FormData): Readonly<Record<string, unknown>>;
  /** Error code → name of the input that it is about. */
  readonly fieldOf: Readonly<Record<string, string>>;
}

/** What a form asks for beside its fields, and sends beside them. */
export interface FormChallenge {
  /** Made anew after each attempt. */
  readonly Fields: ComponentType;
  /** What the request's headers get. */
  headersOf(values: FormData): Readonly<Record<string, string>>;
}

/** The further fields of a form, all plugins' together. */
export interface FormParts {
  readonly parts: readonly (FormPart & Pick<UiPlugin, "id">)[];
  valuesOf(values: FormData): Readonly<Record<string, unknown>>;
  readonly fieldOf: Readonly<Record<string, string>>;
}

/** What the app's plugins add to a form. */
export function useFormParts(form: "signUp" | "profile"): FormParts {
  const parts = useAuthUi().plugins.flatMap(({ id, [form]: part }) => (part ? [{ id, ...part }] : []));
  return {
    parts,
    valuesOf: (values) => Object.assign({}, ...parts.map((part) => part.valuesOf(values))),
    fieldOf: Object.assign({}, ...parts.map((part) => part.fieldOf)),
  };
}

/** What stands in a form that robots like. */
export interface Challenges {
  /** To be shown before the button. */
  readonly fields: ReactElement[];
  /** The second argument of the call. What was solved is spent with it. */
  take(values: FormData): { readonly headers: Readonly<Record<string, string>> };
}

/** The plugins' challenges of a form. */
export function useChallenges(): Challenges {
  const challenges = useAuthUi().plugins.flatMap(({ id, challenge }) => (challenge ? [{ id, ...challenge }] : []));
  const [attempts, setAttempts] = useState(0);
  return {
    fields: challenges.map(({ id, Fields }) => createElement(Fields, { key: `${id}-${attempts}` })),
    take(values) {
      setAttempts((before) => before + 1);
      return { headers: Object.assign({}, ...challenges.map(({ headersOf }) => headersOf(values))) };
    },
  };
}

/** What the fields of a part get. */
export interface FormPartProps {
  /** By the name of the input. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What is typed where people say who they are. */
export interface Identifier {
  /** Of the field that takes either: "Email or user name". */
  readonly label: string;
  /** Whether this is one, and not an email address. */
  accepts(typed: string): boolean;
  /** Signs in by it. */
  signIn(client: object, values: IdentifierSignIn, options?: IdentifierOptions): Promise<IdentifierResult>;
  /** Codes that are about the field. */
  readonly codes: readonly string[];
}

/** What signing in by an identifier takes. */
export interface IdentifierSignIn {
  readonly identifier: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** What goes along with the request. */
export interface IdentifierOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** How it went. Without a token nobody is signed in yet. */
export interface IdentifierResult {
  readonly data: { readonly token?: string | null | undefined } | null;
  readonly error: ClientError | null;
}

/**
 * The plugin's part, for its own screens.
 * @throws {Error} it is not among the provider's `plugins`
 */
export function useUiPlugin<P extends UiPlugin>(id: P["id"], maker: string): P {
  const plugin = useAuthUi().plugins.find((one) => one.id === id);
  if (!plugin) throw new Error(`This screen needs ${maker} in <AuthUiProvider plugins={[…]}>.`);
  return plugin as P;
}
