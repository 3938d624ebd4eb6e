/** Where the link of a mail about an address leads: whether it worked, and what to do if it did not. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Card } from "../primitives/card.tsx";
import { useSearch } from "../primitives/use-search.ts";
import { useAuthUi } from "../provider/context.ts";
import { fill, type Texts } from "../texts/en.ts";
import { isLinkProblem, isMended } from "./link-problem.ts";
import { ResendForm } from "./resend-form.tsx";

export interface EmailVerifiedProps {
  readonly className?: string;
  /** Where the link left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Seconds until another mail can be asked for. Default: 30. */
  readonly pause?: number;
}

export function EmailVerified({ className, search, pause }: EmailVerifiedProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { data, isPending } = useAuthClient().useSession();
  const query = useSearch(search);
  const user = data?.user;
  const error = query?.get("error") ?? null;
  const isOpen = user !== undefined && !user.emailVerified;
  const says = saysWhat(texts, query, user);
  const toSignUp = error === "user_not_found" && !user;
  const toSignIn = !user && !isPending;
  return (
    <Card
      title={says.title}
      subtitle={says.text}
      className={className}
      footer={
        <Link href={toSignUp ? paths.signUp : toSignIn ? paths.signIn : paths.home} className="lk-link">
          {toSignUp ? texts.signIn.toSignUp : toSignIn ? texts.signIn.submit : texts.goOn}
        </Link>
      }
    >
      {says.problem ? <Alert tone="error">{says.problem}</Alert> : null}
      {(error && isMended(error) && !user) || (isOpen && isMended(error)) ? <ResendForm pause={pause} /> : null}
    </Card>
  );
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
    return { title: texts.failed, problem: isLinkProblem(error) ? errors[error] : texts.unknown };
  }
  if (user && !user.emailVerified) return { title: texts.openTitle, text: fill(texts.openText, { email: user.email }) };
  if (isChange) return { title: texts.changeTitle, text: texts.changeText };
  return { title: texts.title, text: user ? fill(texts.textFor, { email: user.email }) : texts.text };
}
