/** The page that's shown after an account is deleted. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import { AuthCard, type AuthPageProps } from "./auth-card.tsx";
import { useOffer } from "./use-offer.ts";

/** Says goodbye. Signed-in users who open it see that their account still exists. */
export function AccountDeleted(frame: AuthPageProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { data, isPending } = useAuthClient().useSession();
  const { signUp } = useOffer();
  if (isPending && !data) return <AuthCard {...frame} title={texts.loading} pending />;
  if (data) {
    return (
      <AuthCard {...frame} title={texts.accountDeleted.notTitle} subtitle={texts.accountDeleted.notText}>
        <Link href={paths.account} className="lk-button lk-button-primary lk-button-full">
          {texts.userButton.account}
        </Link>
      </AuthCard>
    );
  }
  return (
    <AuthCard {...frame} title={texts.accountDeleted.title} subtitle={texts.accountDeleted.text}>
      {signUp ? (
        <Link href={paths.signUp} className="lk-button lk-button-secondary lk-button-full">
          {texts.accountDeleted.again}
        </Link>
      ) : null}
    </AuthCard>
  );
}
