/** How pages show the app that sent the request. */

import type { PublicClient } from "@latchkey/oauth-provider";
import type { ReactElement } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { Icon } from "../primitives/icons.tsx";
import { visibleName } from "../primitives/visible-name.ts";
import type { OAuthProviderTexts } from "./texts.ts";

/** The app's picture. It isn't shown for an unverified app, because anyone can choose it. */
export function AppPicture({ app }: { readonly app: PublicClient }): ReactElement {
  const { client_name: name, client_id: id, logo_uri: logo, verified } = app;
  return (
    <div className="lk-app-picture">
      {verified ? (
        <Avatar name={name ?? id} image={logo} size="large" shape="square" />
      ) : (
        <span className="lk-app-unknown">
          <Icon name="triangle-alert" size={24} />
        </span>
      )}
    </div>
  );
}

/** The app's picture in a list. */
export function AppIcon({ app }: { readonly app: PublicClient }): ReactElement {
  const { client_name: name, client_id: id, logo_uri: logo, verified } = app;
  if (verified) return <Avatar name={name ?? id} image={logo} shape="square" />;
  return (
    <span className="lk-app-unknown lk-app-unknown-small">
      <Icon name="triangle-alert" />
    </span>
  );
}

/** Returns the app's name. */
export function nameOf(
  { unnamed }: Pick<OAuthProviderTexts, "unnamed">,
  { client_name: name }: Pick<PublicClient, "client_name">,
): string {
  return visibleName(name) || unnamed;
}

/** Returns the host of the app's home page, or `null`. */
export function homeHost({ client_uri: uri }: Pick<PublicClient, "client_uri">): string | null {
  return uri !== null && URL.canParse(uri) ? new URL(uri).host : null;
}

const loopback: RegExp = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Whether the host is an app on the user's own device. */
export function isOnDevice(host: string): boolean {
  return host.endsWith(":") || loopback.test(host);
}
