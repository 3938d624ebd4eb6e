/** The page where a user chooses the organization that another app can access. */

import { type ReactElement, useRef } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Avatar } from "../primitives/avatar.tsx";
import { Button } from "../primitives/button.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useFocusEffect } from "../primitives/use-focus-effect.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { useExternalRedirect } from "../social/use-external-redirect.ts";
import { fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import { EndedRequest, hasEnded } from "./ended-request.tsx";
import { NoOrganizations } from "./no-organizations.tsx";
import type { PageRequest } from "./page-request.ts";
import { RequestPage, type RequestPageProps } from "./request-page.tsx";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";
import { type OwnOrganization, useOwnOrganizations } from "./use-organizations.ts";

/** Props for `OrganizationChooser`. */
export type OrganizationChooserProps = RequestPageProps;

/** Lists the user's organizations, for an app that asked for one. */
export function OrganizationChooser(props: OrganizationChooserProps): ReactElement {
  return <RequestPage {...props}>{(frame, request) => <Choice {...frame} request={request} />}</RequestPage>;
}

interface ChoiceProps extends AuthPageProps {
  readonly request: PageRequest;
}

function Choice({ request, ...frame }: ChoiceProps): ReactElement {
  const client = useOAuthProviderClient();
  const { texts: common } = useAuthUi();
  const { texts } = useOAuthProviderUi();
  const words = texts.organization;
  const { clientId, query } = request;
  const app = useQuery("/oauth2/public-client", clientId, () =>
    client.oauth2.publicClient({ query: { client_id: clientId ?? "" } }),
  ).data;
  const organizations = useOwnOrganizations();
  const { redirectingTo, error, start } = useExternalRedirect();
  const isContinuing = redirectingTo === "create";
  const wasContinuing = useRef(false);
  const list = useRef<HTMLUListElement>(null);
  // If the redirect fails, the list replaces the button that had focus.
  useFocusEffect(() => {
    if (wasContinuing.current && !isContinuing) list.current?.querySelector("button")?.focus();
    wasContinuing.current = isContinuing;
  }, [isContinuing]);
  if (hasEnded(error)) return <EndedRequest {...frame} />;
  const name = { app: nameOf(texts, app ?? { client_name: null }) };
  const continueWith = (organizationId: string) => client.oauth2.continue({ organizationId, oauth_query: query });
  const continueWithNew = (id: string): void =>
    start("create", async () => {
      // The list needs the new organization in case the user stays here or comes back.
      await organizations.reload();
      return continueWith(id);
    });
  const cancel = (): void => start("cancel", () => client.oauth2.consent({ accept: false, oauth_query: query }));
  return (
    <AuthCard {...frame} focusOnMount="if-lost" title={words.title} subtitle={app ? fill(words.text, name) : undefined}>
      <ErrorAlert error={error} />
      {organizations.error && !organizations.data ? (
        <ErrorPanel error={organizations.error} onRetry={organizations.reload} />
      ) : (
        <Loading pending={organizations.data === null} skeleton={<RowsSkeleton rows={2} />}>
          {organizations.data?.length === 0 || isContinuing ? (
            <NoOrganizations {...name} busy={isContinuing} onCreated={continueWithNew} />
          ) : (
            <ul className="lk-list" ref={list} aria-label={words.title} aria-busy={redirectingTo !== null}>
              {organizations.data?.map((organization) => (
                <OrganizationItem
                  key={organization.id}
                  organization={organization}
                  onChoose={() => start(organization.id, () => continueWith(organization.id))}
                />
              ))}
            </ul>
          )}
        </Loading>
      )}
      <div className="lk-form lk-choice-end">
        <Button fullWidth variant="secondary" busy={redirectingTo === "cancel"} onClick={cancel}>
          {common.cancel}
        </Button>
      </div>
    </AuthCard>
  );
}

interface OrganizationItemProps {
  readonly organization: OwnOrganization;
  onChoose(): void;
}

function OrganizationItem({ organization: { name, slug, logo }, onChoose }: OrganizationItemProps): ReactElement {
  return (
    <li className="lk-list-row">
      <button type="button" className="lk-account-choice" onClick={onChoose}>
        <Avatar name={name} image={logo ?? null} shape="square" />
        <span className="lk-list-text">
          <bdi className="lk-list-title lk-truncate">{name}</bdi>
          <bdi className="lk-note lk-truncate">{slug}</bdi>
        </span>
        <Icon name="chevron-right" />
      </button>
    </li>
  );
}
