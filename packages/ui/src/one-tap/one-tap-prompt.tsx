/** Google's One Tap prompt on the sign-in page. */

import type { OneTapClient as OneTapClientCalls } from "@latchkey/one-tap";
import { type AnyReactClient, type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { useAuthUi } from "../provider/context.ts";
import { MissingSetup } from "../provider/setup-boundary.tsx";
import type { SignInTopProps } from "../provider/sign-in-method.ts";
import { rememberMethod } from "../social/last-used.ts";
import type { Texts } from "../texts/texts.ts";

type OneTapClient = AnyReactClient & OneTapClientCalls;

/** Shows the prompt once the page is open. Google draws it outside the page's content. */
export function OneTapPrompt({ onResponse }: SignInTopProps): ReactElement {
  const client = useAuthClient<OneTapClient>();
  const { texts } = useAuthUi();
  if (!("oneTap" in client)) {
    throw new MissingSetup(
      "One Tap needs oneTapClient() in createAuthClient({ plugins: […] }).",
      'import { oneTapClient } from "@latchkey/one-tap/client";',
    );
  }
  const session = client.useSession();
  const isSignedOut = !session.isPending && !session.data;
  const [error, setError] = useState<ClientError | null>(null);
  const onResponseRef = useRef(onResponse);
  onResponseRef.current = onResponse;
  useEffect(() => {
    if (!isSignedOut) return;
    const settings = {
      onSuccess(data: unknown) {
        rememberMethod("google");
        onResponseRef.current(data as object);
      },
      onError: setError,
    };
    // A browser or extension can block Google's script. In that case, the other ways to sign in still work.
    client.oneTap({}, settings).catch(() => {});
  }, [client, isSignedOut]);
  return <ErrorAlert error={error && (messageOf(texts, error.code) ?? error)} />;
}

/** The general messages for these codes are about links or don't exist. */
function messageOf({ social, errors }: Texts, code: string): string | undefined {
  if (code === "INVALID_TOKEN") return social.errors.unknown;
  return code === "EMAIL_NOT_AVAILABLE_IN_TOKEN" ? errors.USER_EMAIL_NOT_FOUND : undefined;
}
