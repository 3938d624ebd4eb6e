/** The page that a setup link opens. */

import type { SsoSetup } from "@latchkey/sso";
import { type ReactElement, useMemo, useRef, useState } from "react";
import { AuthCard, type AuthPageProps } from "../../auth/auth-card.tsx";
import { Button } from "../../primitives/button.tsx";
import { RowGroup } from "../../primitives/row.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { useConsumedParams } from "../../primitives/use-consumed-params.ts";
import { useQuery } from "../../primitives/use-query.ts";
import { useAuthUi } from "../../provider/context.ts";
import { SetupBoundary } from "../../provider/setup-boundary.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useSsoClient, useSsoUi } from "../ui.ts";
import { linkCalls, readSetup, testedParam } from "./calls.ts";
import { SetupSteps } from "./wizard.tsx";

/** Props for `SsoSetupPage`. */
export interface SsoSetupPageProps extends AuthPageProps {
  /** Query string with the link's `?token=`. Default: the current page's query. */
  readonly search?: string;
}

/** The token works once, so it shouldn't stay in the address bar. */
const linkParams = ["token", testedParam, "error", "error_description"];

/** Lets someone without an account set up single sign-on for the organization that sent the link. */
export function SsoSetupPage(props: SsoSetupPageProps): ReactElement {
  return (
    <SetupBoundary>
      <SetupPage {...props} />
    </SetupBoundary>
  );
}

function SetupPage({ search, ...frame }: SsoSetupPageProps): ReactElement {
  const { texts } = useAuthUi();
  const client = useSsoClient();
  const words = useSsoUi().texts.setup;
  const query = useConsumedParams(linkParams, search);
  const token = query?.get("token") ?? null;
  // Waits for a click. Email scanners open links but don't click, so they don't use up the link.
  const [isConfirmed, setConfirmed] = useState(false);
  const isWaiting = token !== null && !isConfirmed;
  // Links work once, but React's strict mode runs effects twice.
  const opening = useRef<ReturnType<typeof client.sso.setup.open> | null>(null);
  const { data, error } = useQuery<SsoSetup>(
    ["/sso/setup/open", "/sso/setup/state"],
    query === null || isWaiting ? null : (token ?? "state"),
    async () => {
      if (token === null) return readSetup(client);
      opening.current ??= client.sso.setup.open({ token });
      const result = await opening.current;
      if (result.error) opening.current = null;
      return result;
    },
  );
  const calls = useMemo(() => linkCalls(client), [client]);
  // The button that had focus is gone.
  const focusOnMount = isConfirmed && "if-lost";
  if (isWaiting) {
    return (
      <AuthCard {...frame} title={words.title} subtitle={words.openText}>
        <div className="lk-form">
          <Button onClick={() => setConfirmed(true)}>{words.next}</Button>
        </div>
      </AuthCard>
    );
  }
  if (error && !data) {
    const isOver = error.code === "SETUP_LINK_INVALID";
    const title = isOver ? words.invalidTitle : words.title;
    return <AuthCard {...frame} title={title} subtitle={errorText(texts, error)} focusOnMount={focusOnMount} />;
  }
  if (!data) return <AuthCard {...frame} title={texts.loading} pending="form" focusOnMount={focusOnMount} />;
  return (
    <Screen className={frame.className}>
      <div className="lk-card lk-card-wide">
        <RowGroup>
          <SetupSteps
            calls={calls}
            providerId={query?.get(testedParam) ?? undefined}
            title={fill(words.titleFor, { name: data.organizationName })}
          />
        </RowGroup>
      </div>
    </Screen>
  );
}
