/** The outermost element of a component. Everything inside adapts to its width. */

import { type Context, createContext, type ReactElement, type ReactNode, useContext } from "react";
import { type Appearance, AppearanceProvider, useAppearance, useSlots } from "../provider/appearance.tsx";
import { ErrorBoundary } from "./error-panel.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { submitWithKeys } from "./submit-key.ts";

/** Props for `Screen`. */
export interface ScreenProps {
  /** `auth` for sign-in pages, with larger controls, the logo, and the app's layout. Default: `page`. */
  readonly kind?: "auth" | "page";
  /** Added to the provider's appearance. */
  readonly appearance?: Appearance | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const InScreen: Context<boolean> = createContext(false);

/** Wrap each component's content in it. Inside another screen, it only applies the appearance. */
export function Screen({ appearance, children, ...props }: ScreenProps): ReactNode {
  const isNested = useContext(InScreen);
  const content = isNested ? children : <Root {...props}>{children}</Root>;
  return appearance ? <AppearanceProvider appearance={appearance}>{content}</AppearanceProvider> : content;
}

function Root({ kind = "page", className, children }: Omit<ScreenProps, "appearance">): ReactElement {
  const slot = useSlots();
  const { layout = "card", density, logo, brandPanel } = useAppearance();
  const isAuth = kind === "auth";
  const isSplit = isAuth && layout === "split";
  const content = (
    <>
      {isAuth && logo ? <div className="lk-logo">{logo}</div> : null}
      <OfflineBanner />
      <ErrorBoundary>{children}</ErrorBoundary>
    </>
  );
  return (
    <InScreen.Provider value={true}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only a shortcut for the forms inside */}
      <div
        {...slot("root", "lk-root", className)}
        data-kind={kind}
        data-layout={isAuth ? layout : undefined}
        data-density={density}
        onKeyDown={submitWithKeys}
      >
        {isSplit ? (
          <div className="lk-split">
            <div className="lk-split-main">{content}</div>
            <div className="lk-split-panel">{brandPanel}</div>
          </div>
        ) : (
          content
        )}
      </div>
    </InScreen.Provider>
  );
}
