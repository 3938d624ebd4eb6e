/** Key facts about a user. */

import type { ReactElement } from "react";
import { Row, Rows } from "../../primitives/row.tsx";
import { Section } from "../../primitives/section.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { useAdminUi } from "../plugin.tsx";
import { RelativeTime } from "../relative-time.tsx";
import { useProviderName } from "./accounts.tsx";
import type { UserPartProps } from "./identity.tsx";

/** When the user signed up and was last active, and how they sign in. */
export function UserFacts({ page, user }: UserPartProps): ReactElement {
  const { texts } = useAuthUi();
  const { user: words, twoFactor } = useAdminUi().texts;
  const hasTwoFactor = Boolean(useCapabilities()?.plugins["two-factor"]);
  const sessions = page.sessions.data?.sessions;
  const accounts = page.accounts.data?.accounts;
  const lastActive = sessions?.reduce<Date | null>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    null,
  );
  return (
    <Section title={words.facts}>
      <Rows>
        <Row label={words.created} value={user.createdAt.toLocaleDateString(texts.language, { dateStyle: "long" })} />
        {lastActive ? <Row label={words.lastActive} value={<RelativeTime date={lastActive} />} /> : null}
        {accounts && accounts.length > 0 ? (
          <Row
            label={words.signInMethods}
            value={
              <ul className="lk-admin-methods">
                {[...new Set(accounts.map(({ providerId }) => providerId))].map((providerId) => (
                  <Method key={providerId} providerId={providerId} />
                ))}
              </ul>
            }
          />
        ) : null}
        {hasTwoFactor ? (
          <Row label={twoFactor.title} value={user.twoFactorEnabled ? twoFactor.on : twoFactor.off} />
        ) : null}
      </Rows>
    </Section>
  );
}

function Method({ providerId }: { readonly providerId: string }): ReactElement {
  return <li>{useProviderName(providerId)}</li>;
}
