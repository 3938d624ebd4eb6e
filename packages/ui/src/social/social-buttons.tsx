/** Signing in by providers, a button each. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/texts.ts";
import { here, there } from "./here.ts";
import { ProviderMark } from "./marks/provider-mark.tsx";
import { useDeparture } from "./use-departure.ts";

/** What `SocialButtons` takes. */
export interface SocialButtonsProps {
  readonly className?: string;
  /** Where to go afterwards. Default: the home path, on this page's host. */
  readonly callbackURL?: string;
  /** Where to go instead when a user was made. */
  readonly newUserCallbackURL?: string;
  /** Where to go, with `?error=`, when it fails. Default: this page. */
  readonly errorCallbackURL?: string;
  /** Makes a user where the provider does so only on request. */
  readonly requestSignUp?: boolean;
  /** A button was pressed. */
  onLeave?(): void;
}

/** More buttons than this stand in two columns, with the provider's name alone. */
const mostInOneColumn = 3;

/** A button for each of the providers that `AuthUiProvider` was given; nothing where there is none. */
export function SocialButtons({ className, onLeave, ...wish }: SocialButtonsProps): ReactElement | null {
  const client = useAuthClient();
  const { providers, paths, texts } = useAuthUi();
  const { to, error, start } = useDeparture();
  if (providers.length === 0) return null;
  const isMany = providers.length > mostInOneColumn;
  const leave = (provider: string): void => {
    onLeave?.();
    start(provider, () =>
      client.signIn.social({ callbackURL: there(paths.home), errorCallbackURL: here(), ...wish, provider }),
    );
  };
  return (
    <>
      {error ? <Alert tone="error">{errorText(texts, error)}</Alert> : null}
      <div className={classNames("lk-social", isMany && "lk-social-many", className)}>
        {providers.map(({ id, name, mark }) => {
          const label = fill(texts.social.continueWith, { provider: name });
          return (
            <Button
              key={id}
              look="quiet"
              icon={mark ?? <ProviderMark id={id} name={name} />}
              busy={to === id}
              blocked={to !== null}
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
