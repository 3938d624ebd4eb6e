/** Buttons to sign in with a provider. */

import { useAuthClient } from "@latchkey/react";
import { type CSSProperties, type ReactElement, useId, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button, type ButtonProps, IconButton } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { Screen } from "../primitives/screen.tsx";
import { type Appearance, useAppearance } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useRedirect } from "../provider/redirect.ts";
import { fill } from "../texts/texts.ts";
import { appUrl, currentUrl } from "./current-url.ts";
import { rememberMethod, useLastMethod } from "./last-used.ts";
import { ProviderMark } from "./marks/provider-mark.tsx";
import type { ProviderInfo } from "./providers.ts";
import { useExternalRedirect } from "./use-external-redirect.ts";

/** Props for `SocialButtons`. */
export interface SocialButtonsProps {
  readonly className?: string;
  /** Path to go to after sign-in. Default: `?redirectTo=` of the page, or the home path. */
  readonly redirectTo?: string | undefined;
  /** URL to return to. Default: `redirectTo` on this page's host. */
  readonly callbackURL?: string;
  /** URL to return to if a user was created. */
  readonly newUserCallbackURL?: string;
  /** URL to return to with `?error=` if the sign-in fails. Default: this page. */
  readonly errorCallbackURL?: string;
  /** Whether to create users for providers that only do so on request. Hides providers that never do. */
  readonly requestSignUp?: boolean;
  /** Runs when a button is pressed. */
  onLeave?(): void;
}

/** `auto` shows up to this many providers as a list, and more as icons. */
const maxInList = 3;
const maxInRow = 5;

/** A button for each provider of the server. `providers` of `AuthUiProvider` orders and filters them. */
export function SocialButtons(props: SocialButtonsProps): ReactElement | null {
  const { className, redirectTo, onLeave, ...options } = props;
  const client = useAuthClient();
  const { destination } = useRedirect({ redirectTo });
  const { redirectingTo, error, start } = useExternalRedirect();
  const { social = "auto" } = useAppearance();
  const offered = useOffer().providers;
  const providers = options.requestSignUp ? offered.filter(({ signUp }) => signUp) : offered;
  const stored = useLastMethod();
  // Stays as it was when the page opened, so that no button moves while it's being pressed.
  const [pressed, setPressed] = useState<string | null | undefined>();
  const lastUsed = pressed === undefined ? stored : pressed;
  if (providers.length === 0) return null;
  const leave = (provider: string): void => {
    setPressed(lastUsed);
    rememberMethod(provider);
    onLeave?.();
    start(provider, () =>
      client.signIn.social({ callbackURL: appUrl(destination), errorCallbackURL: currentUrl(), ...options, provider }),
    );
  };
  const last = providers.length > 1 ? providers.find(({ id }) => id === lastUsed) : undefined;
  const others = providers.filter((provider) => provider !== last);
  const layout = layoutOf(social, providers.length);
  const columns = columnsOf(others.length);
  const buttonProps = (id: string) => ({
    busy: redirectingTo === id,
    blocked: redirectingTo !== null,
    onClick: () => leave(id),
  });
  return (
    <Screen>
      <ErrorAlert error={error} />
      <div className={classNames("lk-social", className)}>
        {last ? <ProviderButton provider={last} isLast {...buttonProps(last.id)} /> : null}
        <div className={`lk-social-${layout}`} style={layout === "icons" ? gridOf(columns) : undefined}>
          {others.map((provider, index) => (
            <ProviderButton
              key={provider.id}
              provider={provider}
              layout={layout}
              style={layout === "icons" ? placeOf(index, others.length, columns) : undefined}
              {...buttonProps(provider.id)}
            />
          ))}
        </div>
      </div>
    </Screen>
  );
}

type Layout = "list" | "grid" | "icons";

function layoutOf(social: NonNullable<Appearance["social"]>, count: number): Layout {
  if (social !== "auto") return social;
  return count > maxInList ? "icons" : "list";
}

/** Rows of at most five icons, as even as possible. */
function columnsOf(count: number): number {
  return Math.ceil(count / Math.ceil(count / maxInRow));
}

/** Each icon spans two tracks, so that a shorter last row can be moved by half an icon. */
function gridOf(columns: number): CSSProperties {
  return { gridTemplateColumns: `repeat(${2 * columns}, minmax(0, 1fr))` };
}

/** Centers the last row. */
function placeOf(index: number, count: number, columns: number): CSSProperties {
  const inLastRow = count % columns || columns;
  const start = index === count - inLastRow ? columns - inLastRow + 1 : "auto";
  return { gridColumn: `${start} / span 2` };
}

interface ProviderButtonProps extends Pick<ButtonProps, "busy" | "blocked" | "style" | "onClick"> {
  readonly provider: ProviderInfo;
  readonly isLast?: boolean;
  /** Icons show no name, and a grid only has room for the name. Default: `list`. */
  readonly layout?: Layout;
}

function ProviderButton({ provider, isLast = false, layout = "list", ...rest }: ProviderButtonProps): ReactElement {
  const { texts } = useAuthUi();
  const id = useId();
  const { name, mark } = provider;
  const label = fill(texts.social.continueWith, { provider: name });
  const look = { ...rest, variant: "secondary", part: "socialButton" } as const;
  const icon = mark ?? <ProviderMark id={provider.id} name={name} />;
  if (layout === "icons") return <IconButton {...look} label={label} icon={icon} />;
  return (
    <Button
      {...look}
      icon={icon}
      aria-label={layout === "grid" ? label : undefined}
      aria-describedby={isLast ? id : undefined}
    >
      {layout === "grid" ? name : label}
      {isLast ? (
        <span id={id} className="lk-last-used" aria-hidden="true">
          <Badge>{texts.signIn.lastUsed}</Badge>
        </span>
      ) : null}
    </Button>
  );
}
