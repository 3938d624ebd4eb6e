/** The page for sign-in links that don't work or that are opened in another browser. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Email } from "../primitives/email.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { safeRedirect, useRedirect } from "../provider/redirect.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { useSignInResponse } from "../sign-in/use-sign-in-response.ts";
import { rememberMethod } from "../social/last-used.ts";
import { type MagicLinkClient, useMagicLinkUi } from "./ui.ts";

/** Props for `MagicLinkPage`. */
export interface MagicLinkPageProps extends AuthPageProps {
  /** Query string with the link's `?token=` or `?error=`. Default: the current page's query. */
  readonly search?: string;
  /** Runs after sign-in. Default: navigates to the link's destination. */
  onSignedIn?(): void;
}

/** A token shouldn't stay in the address bar, where it could be shared. */
const linkParams = ["token", "callbackURL", "newUserCallbackURL", "errorCallbackURL", "email", "error"];

/** Errors that a new link fixes. */
const invalid: readonly string[] = ["INVALID_TOKEN"];

/**
 * Asks before it signs in, because the link may come from someone else. The server's `confirmationPage` and the links'
 * `errorCallbackURL` point to this page.
 */
export function MagicLinkPage(props: MagicLinkPageProps): ReactElement {
  return (
    <SetupBoundary>
      <LinkPage {...props} />
    </SetupBoundary>
  );
}

function LinkPage({ search, onSignedIn, ...frame }: MagicLinkPageProps): ReactElement {
  const { texts } = useAuthUi();
  const query = useConsumedParams(linkParams, search);
  const session = useAuthClient().useSession();
  const [failed, setFailed] = useState<string | null>(null);
  if (query === null || (session.isPending && !session.data))
    return <AuthCard {...frame} title={texts.loading} pending />;
  const token = query.get("token");
  const error = failed ?? query.get("error") ?? (token ? null : "INVALID_TOKEN");
  if (error !== null || !token) return <FailedLink code={error ?? "INVALID_TOKEN"} frame={frame} />;
  return (
    <Confirmation
      frame={frame}
      token={token}
      email={query.get("email")}
      destination={pathOf(query.get("callbackURL"))}
      onFailed={setFailed}
      onSignedIn={onSignedIn}
    />
  );
}

/** Returns the path of a URL of this origin. */
function pathOf(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url, location.href)) return undefined;
  const { origin, pathname, search, hash } = new URL(url, location.href);
  return origin === location.origin ? (safeRedirect(pathname + search + hash) ?? undefined) : undefined;
}

interface ConfirmationProps {
  readonly frame: AuthPageProps;
  readonly token: string;
  /** Masked by the server. */
  readonly email: string | null;
  readonly destination: string | undefined;
  onFailed(code: string): void;
  readonly onSignedIn: (() => void) | undefined;
}

function Confirmation({ frame, token, email, destination, onFailed, onSignedIn }: ConfirmationProps): ReactElement {
  const client = useAuthClient<MagicLinkClient>();
  const { confirm } = useMagicLinkUi().texts;
  const redirect = useRedirect({ redirectTo: destination });
  const handleResponse = useSignInResponse(redirect, onSignedIn ?? redirect.finish);
  const user = client.useSession().data?.user;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const press = async (): Promise<void> => {
    setBusy(true);
    const result = await client.magicLink.verify({ token }, { method: "POST" });
    setBusy(false);
    if (result.data) {
      rememberMethod("magic-link");
      handleResponse(result.data);
    } else if (invalid.includes(result.error.code)) onFailed(result.error.code);
    else setError(result.error);
  };
  return (
    <AuthCard {...frame} title={confirm.title} subtitle={confirm.text}>
      <div className="lk-form">
        {email ? (
          <p className="lk-auth-email">
            <Email value={email} />
          </p>
        ) : null}
        {user ? (
          <Alert tone="warning">
            <Sentence text={confirm.otherAccount} values={{ email: <Email value={user.email} /> }} />
          </Alert>
        ) : null}
        <ErrorAlert error={error} />
        <Button busy={busy} onClick={() => void press()}>
          {confirm.submit}
        </Button>
      </div>
    </AuthCard>
  );
}

function FailedLink({ code, frame }: { readonly code: string; readonly frame: AuthPageProps }): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { confirm } = useMagicLinkUi().texts;
  const known = Object.hasOwn(texts.errors, code) && code !== "unknown" ? texts.errors[code] : undefined;
  const isFixedByNewLink = invalid.includes(code) || known === undefined;
  return (
    <AuthCard
      {...frame}
      title={isFixedByNewLink ? confirm.invalidTitle : texts.authError.title}
      subtitle={isFixedByNewLink ? confirm.invalidText : known}
    >
      <Link href={paths.signIn} className="lk-button lk-button-primary lk-button-full">
        {isFixedByNewLink ? confirm.again : texts.forgotPassword.toSignIn}
      </Link>
    </AuthCard>
  );
}
