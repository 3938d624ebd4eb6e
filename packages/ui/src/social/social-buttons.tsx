/** Buttons to sign in with a provider. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { appUrl, currentUrl } from "./current-url.ts";
import { ProviderMark } from "./marks/provider-mark.tsx";
import { useExternalRedirect } from "./use-external-redirect.ts";

/** Props of `SocialButtons`. */
export interface SocialButtonsProps {
  readonly className?: string;
  /** URL to return to. Default: the home path on this page's host. */
  readonly callbackURL?: string;
  /** URL to return to if a user was created. */
  readonly newUserCallbackURL?: string;
  /** URL to return to with `?error=` if the sign-in fails. Default: this page. */
  readonly errorCallbackURL?: string;
  /** Whether to create users for providers that only do so on request. */
  readonly requestSignUp?: boolean;
  /** Runs when a button is pressed. */
  onLeave?(): void;
}

/** With more buttons than this, they're in two columns and show only the provider's name. */
const maxInOneColumn = 3;

/** A button for each provider of `AuthUiProvider`. Renders nothing if there are none. */
export function SocialButtons({ className, onLeave, ...options }: SocialButtonsProps): ReactElement | null {
  const client = useAuthClient();
  const { providers, paths, texts } = useAuthUi();
  const { redirectingTo, error, start } = useExternalRedirect();
  if (providers.length === 0) return null;
  const isMany = providers.length > maxInOneColumn;
  const leave = (provider: string): void => {
    onLeave?.();
    start(provider, () =>
      client.signIn.social({ callbackURL: appUrl(paths.home), errorCallbackURL: currentUrl(), ...options, provider }),
    );
  };
  return (
    <>
      <ErrorAlert error={error} />
      <div className={classNames("lk-social", isMany && "lk-social-many", className)}>
        {providers.map(({ id, name, mark }) => {
          const label = fill(texts.social.continueWith, { provider: name });
          return (
            <Button
              key={id}
              variant="secondary"
              icon={mark ?? <ProviderMark id={id} name={name} />}
              busy={redirectingTo === id}
              blocked={redirectingTo !== null}
              aria-label={isMany ? label : undefined}
              onClick={() => leave(id)}
            >
              {isMany ? name : label}
            </Button>
          );
        })}
      </div>
    </>
  );
}
