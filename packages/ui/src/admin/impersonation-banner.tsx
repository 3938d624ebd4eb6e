/** A banner on every page while an admin impersonates a user, with a button to stop. */

import { type ReactElement, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

/** Props of `ImpersonationBanner`. */
export interface ImpersonationBannerProps {
  /** Runs when the impersonation ends. Default: navigates to the admin pages. */
  onStopped?(): void;
}

/** Shows who is impersonated, with a button to stop. Renders nothing unless the session is impersonated. */
export function ImpersonationBanner(props: ImpersonationBannerProps): ReactElement {
  return (
    <SetupBoundary>
      <ImpersonationBannerContent {...props} />
    </SetupBoundary>
  );
}

function ImpersonationBannerContent({ onStopped }: ImpersonationBannerProps): ReactElement | null {
  const client = useAdminClient();
  const { texts, navigate } = useAuthUi();
  const { texts: own, path } = useAdminUi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const data = client.useSession().data;
  const session = data?.session as { readonly impersonatedBy?: string | null } | undefined;
  if (!data || !session?.impersonatedBy) return null;
  const stop = async (): Promise<void> => {
    setBusy(true);
    const { error } = await client.admin.stopImpersonating();
    setBusy(false);
    setProblem(error ? errorText(texts, error) : null);
    if (!error) (onStopped ?? (() => navigate(path)))();
  };
  return (
    <section className="lk-banner lk-banner-strong" aria-label={own.impersonate.label}>
      <div className="lk-banner-text" role="status">
        <p>{fill(own.impersonate.banner, { name: data.user.name || data.user.email })}</p>
        {problem ? <p className="lk-banner-problem">{problem}</p> : null}
      </div>
      <Button variant="secondary" busy={busy} onClick={() => void stop()}>
        {own.impersonate.stop}
      </Button>
    </section>
  );
}
