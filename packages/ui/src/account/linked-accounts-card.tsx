/** The ways in that a person has. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill, type Texts } from "../texts/texts.ts";

/** What `LinkedAccountsCard` takes. */
export interface LinkedAccountsCardProps {
  readonly className?: string;
}

interface ListedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: Date;
}

/** Nothing where nobody is signed in. */
export function LinkedAccountsCard({ className }: LinkedAccountsCardProps): ReactElement | null {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const userId = client.useSession().data?.user.id;
  const [accounts, setAccounts] = useState<readonly ListedAccount[] | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const loads = useRef(0);
  const load = useCallback(async (): Promise<void> => {
    loads.current++;
    const number = loads.current;
    const result = await client.listAccounts();
    if (number !== loads.current) return;
    setError(result.error);
    if (result.data) setAccounts(result.data);
  }, [client]);
  useEffect(() => {
    if (userId === undefined) return;
    void load();
    return () => {
      // What is known, or under way, belongs to the one who left.
      loads.current++;
      setAccounts(null);
    };
  }, [userId, load]);
  if (userId === undefined) return null;
  return (
    <Card wide title={texts.linkedAccounts.title} subtitle={texts.linkedAccounts.subtitle} className={className}>
      {error ? (
        <>
          <Alert tone="error">{errorText(texts, error)}</Alert>
          <Button look="quiet" onClick={() => void load()}>
            {texts.tryAgain}
          </Button>
        </>
      ) : null}
      {accounts === null && !error ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {accounts && !error ? (
        <ul className="lk-list">
          {accounts.map(({ id, providerId, createdAt }) => (
            <li className="lk-list-row" key={id}>
              <div className="lk-list-text">
                <p className="lk-list-title">{providerName(texts, providerId)}</p>
                <p className="lk-note">
                  {fill(texts.linkedAccounts.since, {
                    date: createdAt.toLocaleDateString(texts.language, { dateStyle: "long" }),
                  })}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** A name of the texts, or the provider's id with a capital. */
function providerName({ linkedAccounts: { providers } }: Texts, id: string): string {
  const known = Object.hasOwn(providers, id) ? providers[id] : undefined;
  return known ?? id.charAt(0).toUpperCase() + id.slice(1);
}
