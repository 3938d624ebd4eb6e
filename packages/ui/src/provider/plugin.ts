/** Reads what the UI plugins add to a component. */

import { createElement, type ReactElement, useState } from "react";
import { useAuthUi } from "./context.ts";
import { MissingSetup } from "./setup-boundary.tsx";
import type { EmailOwner, MethodPage, SignInMethod } from "./sign-in-method.ts";
import type { FormExtension, UiPlugin } from "./types.ts";
import { useCapabilities } from "./use-capabilities.ts";

/** Returns the UI plugins whose server plugin is installed. */
export function useAvailablePlugins(): readonly UiPlugin[] {
  const { plugins } = useAuthUi();
  const capabilities = useCapabilities();
  return plugins.filter(({ isAvailable }) => !capabilities || !isAvailable || isAvailable(capabilities));
}

/** Returns the methods of plugins that the server offers on a page, in the app's order. */
export function useSignInMethods(page: MethodPage): readonly SignInMethod[] {
  const { plugins } = useAuthUi();
  const capabilities = useCapabilities();
  if (!capabilities) return [];
  return plugins.flatMap(({ signInMethods = [] }) =>
    signInMethods.filter((method) => method.isOffered(capabilities, page)),
  );
}

/** Returns the part of a plugin that takes over sign-in for some emails. */
export function useEmailOwner(): EmailOwner | undefined {
  return useAvailablePlugins().find((plugin) => plugin.emailOwner)?.emailOwner;
}

/** The additional form fields of all plugins. */
export interface FormExtensions {
  readonly extensions: readonly (FormExtension & Pick<UiPlugin, "id">)[];
  getValues(values: FormData): Readonly<Record<string, unknown>>;
  readonly fieldByErrorCode: Readonly<Record<string, string>>;
}

/** Returns the form fields that plugins add to the sign-up form. */
export function useFormExtensions(): FormExtensions {
  const parts = useAvailablePlugins().flatMap(({ id, signUp }) => (signUp ? [{ id, ...signUp }] : []));
  return {
    extensions: parts,
    getValues: (values) => Object.assign({}, ...parts.map((part) => part.getValues(values))),
    fieldByErrorCode: Object.assign({}, ...parts.map((part) => part.fieldByErrorCode)),
  };
}

/** The captchas of a form. */
export interface FormCaptchas {
  /** Rendered before the submit button. */
  readonly fields: ReactElement[];
  /** Returns the second argument of the call and resets the captchas, because a response works only once. */
  consume(values: FormData): { readonly headers: Readonly<Record<string, string>> };
}

/**
 * Returns the captchas that plugins add to a form.
 * @param paths paths of the calls that the form can send
 */
export function useFormCaptchas(...paths: readonly string[]): FormCaptchas {
  const capabilities = useCapabilities();
  const challenges = useAuthUi().plugins.flatMap(({ id, captcha }) => {
    const isOff = capabilities && paths.every((path) => captcha?.isRequired?.(path, capabilities) === false);
    return captcha && !isOff ? [{ id, ...captcha }] : [];
  });
  const [attempts, setAttempts] = useState(0);
  return {
    fields: challenges.map(({ id, Fields }) => createElement(Fields, { key: `${id}-${attempts}` })),
    consume(values) {
      setAttempts((previous) => previous + 1);
      return { headers: Object.assign({}, ...challenges.map(({ getHeaders }) => getHeaders(values))) };
    },
  };
}

/**
 * Returns a plugin's settings, for its own components.
 * @throws {MissingSetup} if the provider's `plugins` doesn't include it
 */
export function useUiPlugin<P extends UiPlugin>(id: P["id"], factory: string): P {
  const plugin = useAuthUi().plugins.find((one) => one.id === id);
  if (!plugin) {
    throw new MissingSetup(
      `This component needs ${factory} in <AuthUiProvider plugins={[…]}>.`,
      `import { ${factory.slice(0, -2)} } from "@latchkey/ui/${id}";`,
    );
  }
  return plugin as P;
}
