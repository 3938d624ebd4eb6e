/** Where the link of a mail about an address leads: whether it worked, and what to do if it did not. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Card } from "../primitives/card.tsx";
import { useSearch } from "../primitives/use-search.ts";
import { type AuthPaths, useAuthUi } from "../provider/context.ts";
import { fill, type Texts } from "../texts/texts.ts";
import { isLinkProblem, isMended } from "./link-problem.ts";
import { ResendForm } from "./resend-form.tsx";

/** What `EmailVerified` takes. */
export interface EmailVerifiedProps {
  readonly className?: string;
  /** Where the link left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Seconds until another mail can be asked for. Default: 30. */
  readonly pause?: number;
}

/** The page that links about an address lead to: what became of it. */
export function EmailVerified({ className, search, pause }: EmailVerifiedProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { data, isPending } = useAuthClient().useSession();
  const query = useSearch(search);
  const user = data?.user;
  const says = saysWhat(texts, query, user);
  const error = query?.get("error") ?? null;
  const isDone = query !== null && error === null && user?.emailVerified !== false;
  const isUnknown = !user && isPending;
  // Who is signed in and confirmed needs no other mail, whatever became of this one.
  const canResend = query !== null && !isDone && !isUnknown && isMended(error) && !user?.emailVerified;
  const [href, name] = wayOn(error, { paths, texts, isSignedIn: user !== undefined || isUnknown });
  const way = (
    <Link href={href} className={isDone ? "lk-button lk-button-primary" : "lk-link"}>
      {name}
    </Link>
  );
  return (
    <Card title={says.title} subtitle={says.text} className={className} footer={isDone ? null : way}>
      {says.problem ? <Alert tone="error">{says.problem}</Alert> : null}
      {canResend ? <ResendForm pause={pause} /> : null}
      {isDone ? way : null}
    </Card>
  );
}

interface Where {
  readonly paths: AuthPaths;
  readonly texts: Texts;
  readonly isSignedIn: boolean;
}

function wayOn(error: string | null, { paths, texts, isSignedIn }: Where): readonly [href: string, name: string] {
  if (isSignedIn) return [paths.home, texts.goOn];
  if (error === "user_not_found") return [paths.signUp, texts.signUp.submit];
  return [paths.signIn, texts.signIn.submit];
}

interface Says {
  readonly title: string;
  readonly text?: string;
  readonly problem?: string | undefined;
}

type Known = { readonly email: string; readonly emailVerified: boolean } | undefined;

function saysWhat({ emailVerified: texts, errors, loading }: Texts, query: URLSearchParams | null, user: Known): Says {
  if (!query) return { title: loading };
  const error = query.get("error");
  const isChange = query.get("for") === "change";
  if (error !== null) {
    return { title: texts.failed, problem: (isLinkProblem(error) && errors[error]) || texts.unknown };
  }
  if (user && !user.emailVerified) return { title: texts.openTitle, text: fill(texts.openText, { email: user.email }) };
  if (isChange) return { title: texts.changeTitle, text: texts.changeText };
  return { title: texts.title, text: user ? fill(texts.textFor, { email: user.email }) : texts.text };
}
