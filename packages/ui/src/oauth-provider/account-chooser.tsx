/** The page where a user chooses an account for another app. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { AccountName } from "../multi-session/account-items.tsx";
import { type DeviceAccount, useMultiSessionClient, useOtherAccounts } from "../multi-session/ui.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { useAvailablePlugins } from "../provider/plugin.ts";
import { withRedirect } from "../provider/redirect.ts";
import { fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import { EndedRequest, hasEnded } from "./ended-request.tsx";
import { type PageRequest, resumePath } from "./page-request.ts";
import { RequestPage, type RequestPageProps } from "./request-page.tsx";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";

/** Props for `AccountChooser`. */
export type AccountChooserProps = RequestPageProps;

/**
 * Lists the signed-in account, the browser's other accounts if the app supports several, and a link to sign in with
 * another one.
 */
export function AccountChooser(props: AccountChooserProps): ReactElement {
  return <RequestPage {...props}>{(frame, request) => <Choice {...frame} request={request} />}</RequestPage>;
}

interface ChoiceProps extends AuthPageProps {
  readonly request: PageRequest;
}

function Choice({ request, ...frame }: ChoiceProps): ReactElement {
  const client = useOAuthProviderClient();
  const { paths: pages, Link } = useAuthUi();
  const { texts, paths } = useOAuthProviderUi();
  const { clientId, query } = request;
  const app = useQuery("/oauth2/public-client", clientId, () =>
    client.oauth2.publicClient({ query: { client_id: clientId ?? "" } }),
  ).data;
  const user = client.useSession().data?.user;
  const hasOthers = useAvailablePlugins().some(({ id }) => id === "multi-session");
  const [error, setError] = useState<ClientError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const choose = async (): Promise<void> => {
    setBusy(true);
    const result = await client.oauth2.continue({ selected: true, oauth_query: query });
    setError(result.error);
    setBusy(result.error === null);
  };
  if (hasEnded(error)) return <EndedRequest {...frame} />;
  return (
    <AuthCard
      {...frame}
      focusOnMount="if-lost"
      title={texts.chooseTitle}
      subtitle={app ? fill(texts.chooseText, { app: nameOf(texts, app) }) : undefined}
    >
      <ErrorAlert error={error} />
      <ul className="lk-list" aria-label={texts.chooseTitle} aria-busy={isBusy}>
        {user ? <Account account={{ session: { token: "" }, user }} onChoose={() => void choose()} /> : null}
        {hasOthers ? <OtherAccounts onError={setError} onSwitched={() => void choose()} /> : null}
        <li className="lk-list-row">
          <Link href={withRedirect(pages.signIn, resumePath(paths.consent, request))} className="lk-account-choice">
            <span className="lk-list-icon">
              <Icon name="plus" size={20} />
            </span>
            <span className="lk-list-text">{texts.chooseOther}</span>
          </Link>
        </li>
      </ul>
    </AuthCard>
  );
}

interface OtherAccountsProps {
  onError(error: ClientError | null): void;
  onSwitched(): void;
}

function OtherAccounts({ onError, onSwitched }: OtherAccountsProps): ReactElement {
  const client = useMultiSessionClient();
  const accounts = useOtherAccounts();
  const select = async ({ session }: DeviceAccount): Promise<void> => {
    const { error } = await client.multiSession.setActive({ sessionToken: session.token });
    onError(error);
    if (!error) onSwitched();
  };
  return (
    <>
      {accounts.map((account) => (
        <Account key={account.session.token} account={account} onChoose={() => void select(account)} />
      ))}
    </>
  );
}

interface AccountProps {
  readonly account: DeviceAccount;
  onChoose(): void;
}

function Account({ account, onChoose }: AccountProps): ReactElement {
  return (
    <li className="lk-list-row">
      <button type="button" className="lk-account-choice" onClick={onChoose}>
        <AccountName account={account} />
        <Icon name="chevron-right" />
      </button>
    </li>
  );
}
