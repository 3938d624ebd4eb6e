/** The page where a user allows another app to use their account, or denies access. */

import type { PublicClient } from "@latchkey/oauth-provider";
import { Fragment, type ReactElement } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { SignedInAs } from "../auth/signed-in-as.tsx";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Icon, type IconName } from "../primitives/icons.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { useExternalRedirect } from "../social/use-external-redirect.ts";
import { fill } from "../texts/texts.ts";
import { AppPicture, homeHost, isOnDevice, nameOf } from "./app-name.tsx";
import { EndedRequest, hasEnded } from "./ended-request.tsx";
import { type PageRequest, resumePath } from "./page-request.ts";
import { RequestPage, type RequestPageProps } from "./request-page.tsx";
import { ResumeRequest } from "./resume-request.tsx";
import { scopeTexts } from "./scopes.ts";
import type { OAuthProviderTexts } from "./texts.ts";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";

/** Props for `ConsentScreen`. */
export type ConsentScreenProps = RequestPageProps;

/**
 * Shows which app is asking for access, who is signed in, and what the app will be able to do. Signed-out users sign in
 * first, and then return to the request.
 */
export function ConsentScreen(props: ConsentScreenProps): ReactElement {
  return (
    <RequestPage {...props}>
      {(frame, request) =>
        request.clientId === null ? (
          <ResumeRequest {...frame} request={request} />
        ) : (
          <Asked {...frame} request={request} clientId={request.clientId} />
        )
      }
    </RequestPage>
  );
}

interface AskedProps extends AuthPageProps {
  readonly request: PageRequest;
  readonly clientId: string;
}

function Asked({ request, clientId, ...frame }: AskedProps): ReactElement {
  const client = useOAuthProviderClient();
  const { texts } = useAuthUi();
  const { errorTitle } = useOAuthProviderUi().texts;
  const { data, error, reload } = useQuery("/oauth2/public-client", clientId, () =>
    client.oauth2.publicClient({ query: { client_id: clientId } }),
  );
  if (data) return <Question {...frame} request={request} app={data} />;
  if (hasEnded(error)) return <EndedRequest {...frame} />;
  return (
    <AuthCard {...frame} title={error ? errorTitle : texts.loading} pending={error === null}>
      {error ? <ErrorPanel error={error} onRetry={reload} /> : null}
    </AuthCard>
  );
}

interface QuestionProps extends AuthPageProps {
  readonly request: PageRequest;
  readonly app: PublicClient;
}

function Question({ request, app, ...frame }: QuestionProps): ReactElement {
  const client = useOAuthProviderClient();
  const { texts } = useAuthUi();
  const ui = useOAuthProviderUi();
  const words = ui.texts;
  const site = useCapabilities()?.appName ?? location.host;
  const { redirectingTo, error, start } = useExternalRedirect();
  if (hasEnded(error)) return <EndedRequest {...frame} />;
  const decide = (accept: boolean): void =>
    start(accept ? "allow" : "cancel", () => client.oauth2.consent({ accept, oauth_query: request.query }));
  const links = policiesOf(app, words);
  const name = { app: nameOf(words, app), site };
  const scopes = scopeTexts(ui, request.scopes, site);
  return (
    <AuthCard
      {...frame}
      className={classNames("lk-consent", frame.className)}
      focusOnMount="if-lost"
      title={fill(words.title, name)}
      subtitle={fill(words.text, name)}
      footer={links.length > 0 ? <Policies links={links} /> : null}
    >
      <AppPicture app={app} />
      {app.verified ? <Home app={app} /> : <Unverified app={app} />}
      <SignedInAs texts={words} returnTo={resumePath(ui.paths.consent, request)} />
      {scopes.length > 0 ? <Points title={fill(words.can, name)} icon="check" points={scopes} /> : null}
      <Points title={fill(words.cannot, name)} icon="x" points={[words.limits.password, words.limits.account]} />
      <ErrorAlert error={error} />
      <div className="lk-form">
        <Button fullWidth busy={redirectingTo === "allow"} onClick={() => decide(true)}>
          {words.allow}
        </Button>
        <Button fullWidth variant="secondary" busy={redirectingTo === "cancel"} onClick={() => decide(false)}>
          {texts.cancel}
        </Button>
      </div>
      <Destination app={app} />
    </AuthCard>
  );
}

/** Shows the host of a verified app's home page. An unverified app could claim any home page. */
function Home({ app }: { readonly app: PublicClient }): ReactElement | null {
  const host = homeHost(app);
  return host === null ? null : (
    <p className="lk-app-host">
      <Hosts hosts={[host]} />
    </p>
  );
}

/** Hosts break only after dots, so that no part of a label looks like a separate host. */
function Hosts({ hosts }: { readonly hosts: readonly string[] }): ReactElement {
  return (
    <bdi dir="ltr" className="lk-hosts">
      {hosts
        .join(", ")
        .split(/(?<=\.)|(?<=,)(?= )/)
        .map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the labels of a host never change their order
          <Fragment key={index}>
            {label.startsWith(" ") ? " " : null}
            <span>{label.trimStart()}</span>
          </Fragment>
        ))}
    </bdi>
  );
}

function Unverified({ app }: { readonly app: PublicClient }): ReactElement {
  const { texts } = useOAuthProviderUi();
  return (
    <Alert tone="warning">
      <p className="lk-alert-title">{texts.unverified}</p>
      <Sentence text={texts.unverifiedText} values={{ host: <Hosts hosts={app.redirect_hosts} /> }} />
    </Alert>
  );
}

interface PointsProps {
  readonly title: string;
  readonly icon: IconName;
  readonly points: readonly string[];
}

function Points({ title, icon, points }: PointsProps): ReactElement {
  return (
    <div className="lk-consent-points">
      <h2 className="lk-group-title">{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point} data-kind={icon}>
            <Icon name={icon} />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Shows where the browser goes, whether the user allows or denies access. Always shown, because an app can have any
 * name.
 */
function Destination({ app }: { readonly app: PublicClient }): ReactElement {
  const { texts } = useOAuthProviderUi();
  const hosts = app.redirect_hosts.filter((host) => !isOnDevice(host));
  return (
    <p className="lk-consent-note">
      {hosts.length === 0 ? (
        texts.returnToDevice
      ) : (
        <Sentence text={texts.returnTo} values={{ hosts: <Hosts hosts={hosts} /> }} />
      )}
    </p>
  );
}

type PolicyLink = readonly [label: string, href: string];

function policiesOf(app: PublicClient, { privacy, terms }: OAuthProviderTexts): readonly PolicyLink[] {
  const links: readonly (readonly [string, string | null])[] = [
    [privacy, app.policy_uri],
    [terms, app.tos_uri],
  ];
  return links.filter((link): link is PolicyLink => /^https?:/i.test(link[1] ?? ""));
}

function Policies({ links }: { readonly links: readonly PolicyLink[] }): ReactElement {
  return (
    <p className="lk-consent-links">
      {links.map(([label, href]) => (
        <a key={href} href={href} className="lk-link" target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </p>
  );
}
