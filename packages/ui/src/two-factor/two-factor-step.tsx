/** The second step of a sign-in. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useRef, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { Button } from "../primitives/button.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Loading, Skeleton } from "../primitives/skeleton.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useRedirect } from "../provider/redirect.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { errorText } from "../texts/texts.ts";
import { usePendingSignIn } from "./pending-sign-in.ts";
import { StepForm } from "./step-form.tsx";
import { useTwoFactorUi } from "./ui.ts";

/** Props for `TwoFactorStep`. */
export interface TwoFactorStepProps extends AuthPageProps {
  /** Query string with `redirectTo`, where the user goes after sign-in. Default: the current page's query. */
  readonly search?: string;
  /** Runs after sign-in. Default: navigates to the destination, or to the home path. */
  onSignedIn?(): void;
}

/**
 * Asks for a code from an authenticator app, an email, or a backup code, and completes the sign-in. If no sign-in in
 * this browser waits for one, it links back to the sign-in page.
 */
export function TwoFactorStep(props: TwoFactorStepProps): ReactElement {
  return (
    <SetupBoundary>
      <Step {...props} />
    </SetupBoundary>
  );
}

function Step({ search, onSignedIn, ...frame }: TwoFactorStepProps): ReactElement {
  const { paths, Link } = useAuthUi();
  const { step } = useTwoFactorUi().texts;
  const redirect = useRedirect({ search });
  const { pending, error, reload } = usePendingSignIn();
  const [ended, setEnded] = useState<ClientError | null>(null);
  const isDone = useRef(false);
  const finish = (): void => {
    isDone.current = true;
    (onSignedIn ?? redirect.finish)();
  };
  // The pending sign-in is also gone after a correct code.
  if (!isDone.current && (ended || pending === null)) {
    return <EndedSignIn reason={ended} signIn={redirect.carry(paths.signIn)} frame={frame} />;
  }
  const backLink = (
    <Link href={redirect.carry(paths.signIn)} className="lk-link">
      {step.toSignIn}
    </Link>
  );
  if (error) {
    return (
      <AuthCard {...frame} title={step.title} footer={backLink}>
        <ErrorPanel error={error} onRetry={reload} />
      </AuthCard>
    );
  }
  return (
    <Loading pending={!pending} skeleton={<StepSkeleton title={step.title} frame={frame} />}>
      {pending ? (
        <StepForm
          pending={pending}
          frame={frame}
          footer={backLink}
          onWrongCode={reload}
          onEnd={setEnded}
          onSignedIn={finish}
        />
      ) : null}
    </Loading>
  );
}

interface StepSkeletonProps {
  readonly title: string;
  readonly frame: AuthPageProps;
}

function StepSkeleton({ title, frame }: StepSkeletonProps): ReactElement {
  return (
    <AuthCard {...frame} title={title}>
      <div className="lk-auth-skeleton" aria-hidden="true">
        <Skeleton width="120px" />
        <Skeleton />
        <Skeleton />
      </div>
    </AuthCard>
  );
}

interface EndedSignInProps {
  /** `null` if there was no sign-in to complete. */
  readonly reason: ClientError | null;
  readonly signIn: string;
  readonly frame: AuthPageProps;
}

function EndedSignIn({ reason, signIn, frame }: EndedSignInProps): ReactElement {
  const { texts, navigate } = useAuthUi();
  const { step } = useTwoFactorUi().texts;
  const isLocked = reason?.code === "ACCOUNT_TEMPORARILY_LOCKED";
  return (
    <AuthCard
      {...frame}
      title={isLocked ? step.lockedTitle : step.expiredTitle}
      subtitle={reason ? errorText(texts, reason) : step.expiredText}
      focusOnMount
    >
      <Button fullWidth onClick={() => navigate(signIn)}>
        {step.startAgain}
      </Button>
    </AuthCard>
  );
}
