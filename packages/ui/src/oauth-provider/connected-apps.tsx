/** The account section with the apps that can use the account. */

import type { ConnectedApp } from "@latchkey/oauth-provider";
import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { MetaLine } from "../primitives/meta-line.tsx";
import { Screen } from "../primitives/screen.tsx";
import { Section } from "../primitives/section.tsx";
import { ItemsSkeleton, Loading } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { timeAgo } from "../sessions/time-ago.ts";
import { fill } from "../texts/texts.ts";
import { AppIcon, nameOf } from "./app-name.tsx";
import { scopeTexts } from "./scopes.ts";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";
import { useOrganizationNames } from "./use-organizations.ts";

/** The apps that can use the user's account: a section of the account page, which `oauthProviderUi()` adds. */
export function ConnectedApps({ focusOnMount = false }: AccountSectionProps): ReactElement | null {
  const user = useOAuthProviderClient().useSession().data?.user;
  return user ? (
    <Screen className="lk-settings-part">
      <Apps key={user.id} userId={user.id} focusOnMount={focusOnMount} />
    </Screen>
  ) : null;
}

interface AppsProps {
  readonly userId: string;
  readonly focusOnMount: boolean;
}

function Apps({ userId, focusOnMount }: AppsProps): ReactElement {
  const client = useOAuthProviderClient();
  const { apps: words, ...texts } = useOAuthProviderUi().texts;
  const showToast = useToast();
  const { data, error, isPending, reload } = useQuery("/oauth2/get-connected-apps", userId, () =>
    client.oauth2.getConnectedApps(),
  );
  const [disconnecting, setDisconnecting] = useState<ConnectedApp | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ClientError | null>(null);
  const nameOrganization = useOrganizationNames(data?.some(({ organizationId }) => organizationId !== null) ?? false);
  const nameOfDisconnecting = disconnecting ? nameOf(texts, disconnecting.client) : "";

  const confirmDisconnect = (app: ConnectedApp | null): void => {
    setProblem(null);
    setDisconnecting(app);
  };
  const disconnect = async ({ client: { client_id }, organizationId }: ConnectedApp): Promise<void> => {
    setBusy(true);
    const result = await client.oauth2.disconnectApp({
      client_id,
      ...(organizationId === null ? {} : { organizationId }),
    });
    setBusy(false);
    // If the app has been deleted in the meantime, it's also disconnected.
    if (result.error && result.error.code !== "OAUTH_CLIENT_NOT_FOUND") return setProblem(result.error);
    showToast({ text: fill(words.disconnected, { app: nameOfDisconnecting }) });
    setDisconnecting(null);
    await reload();
  };
  return (
    <Section title={words.title} text={words.text} focusOnMount={focusOnMount}>
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
      {error && !data ? null : (
        <Loading pending={isPending && !data} skeleton={<ItemsSkeleton />}>
          {data?.length === 0 ? (
            <EmptyState icon="layout-grid" title={words.none} text={words.noneText} />
          ) : (
            <ul className="lk-rows" aria-label={words.title}>
              {data?.map((app) => (
                <AppItem
                  key={`${app.client.client_id} ${app.organizationId}`}
                  app={app}
                  organization={app.organizationId === null ? null : nameOrganization(app.organizationId)}
                  onDisconnect={() => confirmDisconnect(app)}
                />
              ))}
            </ul>
          )}
        </Loading>
      )}
      {disconnecting ? (
        <ConfirmDialog
          open
          title={fill(words.disconnectTitle, { app: nameOfDisconnecting })}
          text={fill(words.disconnectText, { app: nameOfDisconnecting })}
          confirm={words.disconnect}
          busy={busy}
          error={problem}
          onConfirm={() => void disconnect(disconnecting)}
          onClose={() => confirmDisconnect(null)}
        />
      ) : null}
    </Section>
  );
}

interface AppItemProps {
  readonly app: ConnectedApp;
  readonly organization: string | null;
  onDisconnect(): void;
}

function AppItem({ app, organization, onDisconnect }: AppItemProps): ReactElement {
  const ui = useOAuthProviderUi();
  const { texts } = ui;
  const { language } = useAuthUi().texts;
  const site = useCapabilities()?.appName ?? location.host;
  const name = nameOf(texts, app.client);
  const words = texts.apps;
  const scopes = scopeTexts(ui, app.scopes, site);
  const since = fill(words.since, { date: app.connectedAt.toLocaleDateString(language, { dateStyle: "medium" }) });
  const used = app.lastUsedAt
    ? fill(words.lastUsed, { time: timeAgo(app.lastUsedAt, new Date(), language) })
    : words.idle;
  return (
    <li className="lk-device lk-connected-app" data-lk="row">
      <AppIcon app={app.client} />
      <div className="lk-list-text">
        <p className="lk-device-name">
          <bdi className="lk-list-title">{name}</bdi>
          {app.client.verified ? null : <Badge tone="warning">{texts.unverified}</Badge>}
        </p>
        {organization === null ? null : <p className="lk-note">{fill(words.forOrganization, { organization })}</p>}
        <MetaLine facts={[since, used]} />
        {scopes.length === 0 ? null : (
          <ul className="lk-app-scopes" aria-label={fill(words.can, { app: name })}>
            {scopes.map((scope) => (
              <li key={scope}>{scope}</li>
            ))}
          </ul>
        )}
      </div>
      <Button
        path="/oauth2/disconnect-app"
        variant="secondary"
        size="small"
        aria-label={fill(words.disconnectLabel, { app: name })}
        onClick={onDisconnect}
      >
        {words.disconnect}
      </Button>
    </li>
  );
}
