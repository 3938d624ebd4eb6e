/** The home page: a live component, links to all others, and the theme bar. */

import { CardLevel, Devices, Loading, SignIn, Skeleton } from "@latchkey/ui";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { client } from "../client.ts";
import { Tiles } from "../home/tiles.tsx";
import { ThemeBar } from "../theme/theme-bar.tsx";
import { useTheme } from "../theme/use-theme.tsx";

export function Home(): ReactElement {
  const { data, isPending } = client.useSession();
  return (
    <div className="home">
      <div className="hero">
        <div className="hero-text">
          <h1>See every component in action</h1>
          <p className="lead">
            This app runs on Latchkey: one request handler, an embedded database, and the prebuilt UI components.
            Nothing leaves your machine.
          </p>
          <p className="actions" data-pending={isPending}>
            {data ? (
              <Link href="/account" className="lk-button lk-button-primary lk-button-large">
                Go to account settings
              </Link>
            ) : (
              <Link href="/sign-up" className="lk-button lk-button-primary lk-button-large">
                Create an account
              </Link>
            )}
            <Link href="/pricing" className="lk-button lk-button-secondary lk-button-large">
              See pricing
            </Link>
          </p>
        </div>
        <Live />
      </div>
      <Tiles />
      <ThemeBar />
    </div>
  );
}

/** The sign-in form, or the devices of the signed-in user. */
function Live(): ReactElement {
  const { data, isPending } = client.useSession();
  const { theme } = useTheme();
  return (
    <div className="live" data-layout={theme.layout}>
      <CardLevel.Provider value="h2">
        <Loading pending={isPending} skeleton={<LiveSkeleton />}>
          {data ? <Devices /> : <SignIn onSignedIn={stay} />}
        </Loading>
      </CardLevel.Provider>
    </div>
  );
}

/** Has the shape of the form, because that's what most visitors see. */
function LiveSkeleton(): ReactElement {
  return (
    <div className="live-skeleton lk-root">
      {["100%", "30%", "100%", "30%", "100%", "100%"].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Skeleton key={index} width={width} />
      ))}
    </div>
  );
}

/** Stays on the page after sign-in, because the list of devices replaces the form. */
const stay = (): void => {};
