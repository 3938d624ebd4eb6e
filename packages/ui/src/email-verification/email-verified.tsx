/** The page that verification links open. It shows the outcome and what to do if the link failed. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { Alert } from "../primitives/alert.tsx";
import { Email } from "../primitives/email.tsx";
import { Sentence } from "../primitives/sentence.tsx";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { useRedirect } from "../provider/redirect.ts";
import type { Redirect } from "../provider/types.ts";
import type { Texts } from "../texts/texts.ts";
import { ContinueButton } from "./continue-button.tsx";
import { isFixedByResend, isLinkError } from "./link-error.ts";
import { ResendForm } from "./resend-form.tsx";
import { SwitchAccount } from "./switch-account.tsx";
import { linkParam } from "./verification-url.ts";

/** Props for `EmailVerified`. */
export interface EmailVerifiedProps extends AuthPageProps {
  /** Query string with the link's `?for=` or `?error=`. Default: the current page's query. */
  readonly search?: string;
  /** Seconds before the user can request another email. Default: 30. */
  readonly pause?: number;
}

type VerificationUser = { readonly email: string; readonly emailVerified: boolean } | null;

/**
 * Anyone can type `?for=verify`, so an email only counts as `verified` if the session says so. `opened` is the same
 * link without a session, `change` is any link from an email change, and `already` is a verified email without a link.
 * `failed` and `other-account` are links with an error. In all other cases, it's `open`.
 */
type Outcome = "failed" | "other-account" | "verified" | "already" | "opened" | "change" | "open";

/** A link works once, so its outcome shouldn't be shown again after a reload. */
const linkParams = ["error", "error_description", linkParam];

/** The page for links in verification emails. It only shows an email as verified if the server confirms it. */
export function EmailVerified({ search, pause, ...frame }: EmailVerifiedProps): ReactElement {
  const { texts } = useAuthUi();
  const { data, isPending } = useAuthClient().useSession();
  const query = useConsumedParams(linkParams, search);
  const redirect = useRedirect({ search });
  if (query === null || (isPending && !data)) return <AuthCard {...frame} title={texts.loading} pending />;
  const user = data?.user ?? null;
  const outcome = outcomeOf(query, user);
  const error = query.get("error");
  const message = messageOf(texts, outcome, user);
  return (
    <AuthCard
      {...frame}
      title={message.title}
      subtitle={message.text}
      footer={hasFooter(outcome) ? <FooterLink redirect={redirect} /> : null}
    >
      {error === null ? null : (
        <Alert tone="error">{(isLinkError(error) && texts.errors[error]) || texts.emailVerified.unknown}</Alert>
      )}
      <NextStep outcome={outcome} error={error} user={user} redirect={redirect} pause={pause} />
    </AuthCard>
  );
}

function outcomeOf(query: URLSearchParams, user: VerificationUser): Outcome {
  const error = query.get("error");
  if (error === "unauthorized" && user) return "other-account";
  if (error !== null) return "failed";
  // The session decides whether the email is verified, no matter what the URL says.
  if (user && !user.emailVerified) return "open";
  const purpose = query.get(linkParam);
  if (purpose === "change") return "change";
  if (purpose === "verify") return user ? "verified" : "opened";
  return user ? "already" : "open";
}

interface Message {
  readonly title: string;
  readonly text?: ReactNode;
}

function messageOf({ emailVerified: texts }: Texts, outcome: Outcome, user: VerificationUser): Message {
  const email = user?.email;
  if (outcome === "failed" || outcome === "other-account") return { title: texts.failed };
  if (outcome === "change") {
    return { title: texts.changeTitle, text: email ? sentence(texts.changeTextFor, email) : texts.changeText };
  }
  if (outcome === "opened") return { title: texts.openedTitle, text: texts.openedText };
  if (outcome === "open") {
    return { title: texts.openTitle, text: email ? sentence(texts.openText, email) : texts.openTextSignedOut };
  }
  return { title: texts.title, text: sentence(texts.textFor, email ?? "") };
}

/** Long emails break before the @, not inside words. */
const sentence = (text: string, email: string): ReactElement => (
  <Sentence text={text} values={{ email: <Email value={email} /> }} />
);

interface NextStepProps {
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly user: VerificationUser;
  readonly redirect: Redirect;
  readonly pause: number | undefined;
}

/** The one thing to do next. */
function NextStep({ outcome, error, user, redirect, pause }: NextStepProps): ReactElement | null {
  const { texts, paths, Link } = useAuthUi();
  if (outcome === "other-account" && user) return <SwitchAccount email={user.email} />;
  // A signed-in user with a verified email needs no other link, even if this one failed.
  const isResent = (outcome === "failed" && isFixedByResend(error)) || outcome === "open";
  if (isResent && !user?.emailVerified) return <ResendForm redirect={redirect} pause={pause} />;
  if (error === "user_not_found" && !user) {
    return (
      <Link href={redirect.carry(paths.signUp)} className="lk-button lk-button-primary lk-button-full">
        {texts.signUp.submit}
      </Link>
    );
  }
  const [path, name] = user
    ? [redirect.destination, texts.continue]
    : [redirect.carry(paths.signIn), texts.signIn.submit];
  return <ContinueButton path={path} name={name} isAutomatic={outcome === "verified"} />;
}

/** Whether to show a link in the footer in addition to the next step. */
const hasFooter = (outcome: Outcome): boolean => ["failed", "other-account", "open"].includes(outcome);

function FooterLink({ redirect }: Pick<NextStepProps, "redirect">): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const user = useAuthClient().useSession().data;
  const [href, name] = user
    ? [redirect.destination, texts.continue]
    : [redirect.carry(paths.signIn), texts.forgotPassword.toSignIn];
  return (
    <Link href={href} className="lk-link">
      {name}
    </Link>
  );
}
