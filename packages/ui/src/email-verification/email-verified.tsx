/** The page that verification links lead to. It shows the outcome and what to do if the link failed. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Card } from "../primitives/card.tsx";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import type { AuthPaths } from "../provider/types.ts";
import { fill, type Texts } from "../texts/texts.ts";
import { isFixedByResend, isLinkError } from "./link-error.ts";
import { ResendForm } from "./resend-form.tsx";

/** Props of `EmailVerified`. */
export interface EmailVerifiedProps {
  readonly className?: string;
  /** Query string with the link's `?error=`. Default: the current page's query. */
  readonly search?: string;
  /** Seconds before the user can request another email. Default: 30. */
  readonly pause?: number;
}

/** The page for links in verification emails. Shows whether the link worked. */
export function EmailVerified({ className, search, pause }: EmailVerifiedProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { data, isPending } = useAuthClient().useSession();
  const query = useSearchParams(search);
  const user = data?.user;
  const message = verificationMessage(texts, query, user);
  const error = query?.get("error") ?? null;
  const isDone = query !== null && error === null && user?.emailVerified !== false;
  const isUnknown = !user && isPending;
  // A signed-in user with a verified email needs no other link, even if this one failed.
  const showResend = query !== null && !isDone && !isUnknown && isFixedByResend(error) && !user?.emailVerified;
  const [href, name] = nextLink(error, { paths, texts, isSignedIn: user !== undefined || isUnknown });
  const link = (
    <Link href={href} className={isDone ? "lk-button lk-button-primary" : "lk-link"}>
      {name}
    </Link>
  );
  return (
    <Card title={message.title} subtitle={message.text} className={className} footer={isDone ? null : link}>
      <ErrorAlert error={message.problem} />
      {showResend ? <ResendForm pause={pause} /> : null}
      {isDone ? link : null}
    </Card>
  );
}

interface NextLinkOptions {
  readonly paths: AuthPaths;
  readonly texts: Texts;
  readonly isSignedIn: boolean;
}

function nextLink(
  error: string | null,
  { paths, texts, isSignedIn }: NextLinkOptions,
): readonly [href: string, name: string] {
  if (isSignedIn) return [paths.home, texts.goOn];
  if (error === "user_not_found") return [paths.signUp, texts.signUp.submit];
  return [paths.signIn, texts.signIn.submit];
}

interface VerificationMessage {
  readonly title: string;
  readonly text?: string;
  readonly problem?: string | undefined;
}

type VerificationUser = { readonly email: string; readonly emailVerified: boolean } | undefined;

function verificationMessage(
  { emailVerified: texts, errors, loading }: Texts,
  query: URLSearchParams | null,
  user: VerificationUser,
): VerificationMessage {
  if (!query) return { title: loading };
  const error = query.get("error");
  const isChange = query.get("for") === "change";
  if (error !== null) {
    return { title: texts.failed, problem: (isLinkError(error) && errors[error]) || texts.unknown };
  }
  if (user && !user.emailVerified) return { title: texts.openTitle, text: fill(texts.openText, { email: user.email }) };
  if (isChange) return { title: texts.changeTitle, text: texts.changeText };
  return { title: texts.title, text: user ? fill(texts.textFor, { email: user.email }) : texts.text };
}
