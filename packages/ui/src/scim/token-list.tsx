/** The tokens of a directory. */

import type { ScimToken } from "@latchkey/scim";
import { type ReactElement, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { MetaLine } from "../primitives/meta-line.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { timeAgo } from "../sessions/time-ago.ts";
import { errorText, fill } from "../texts/texts.ts";
import { useScimClient, useScimUi } from "./ui.ts";

/** Props for `TokenList`. */
export interface TokenListProps {
  readonly tokens: readonly ScimToken[];
  readonly canUpdate: boolean;
  /** Whether a token is being created. */
  readonly busy: boolean;
  /** Why no token could be created. */
  readonly problem: string | null;
  /** Creates the first token, or asks whether to replace the others. */
  onCreate(): void;
  onRevoked(): void;
}

/** The tokens with their last use. They can be revoked and replaced. */
export function TokenList({ tokens, canUpdate, onCreate, onRevoked, ...creation }: TokenListProps): ReactElement {
  const client = useScimClient();
  const { texts } = useAuthUi();
  const words = useScimUi().texts;
  const showToast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [target, setTarget] = useState<ScimToken | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const revoke = async ({ id }: ScimToken): Promise<void> => {
    setBusy(true);
    const { error } = await client.scim.revokeToken({ tokenId: id });
    setBusy(false);
    if (error) return setProblem(errorText(texts, error));
    setTarget(null);
    showToast({ text: words.revoked });
    onRevoked();
  };
  const factsOf = ({ lastUsedAt, expiresAt, graceUntil }: ScimToken): readonly (string | null)[] => {
    const ago = (date: Date): string => timeAgo(date, new Date(), texts.language);
    const end = graceUntil ?? expiresAt;
    const use = lastUsedAt ? fill(words.lastUsed, { time: ago(lastUsedAt) }) : words.neverUsed;
    return [use, end && fill(words.expires, { time: ago(end) })];
  };
  return (
    <section className="lk-form">
      <h3 ref={heading} className="lk-part-title" tabIndex={-1}>
        {words.tokens}
      </h3>
      {tokens.length === 0 ? <p className="lk-note">{words.noTokens}</p> : null}
      <ul className="lk-rows" aria-label={words.tokens}>
        {tokens.map((token) => (
          <li key={token.id} className="lk-device" data-lk="row">
            <div className="lk-list-text">
              <p className="lk-device-name">
                <code className="lk-code" dir="ltr">
                  {token.start}…
                </code>
                {token.readOnly ? <Badge>{words.canRead}</Badge> : null}
              </p>
              <MetaLine facts={factsOf(token)} />
            </div>
            {canUpdate ? (
              <Button
                path="/scim/revoke-token"
                variant="secondary"
                size="small"
                aria-label={fill(words.revokeToken, { token: token.start })}
                onClick={() => {
                  setProblem(null);
                  setTarget(token);
                }}
              >
                {words.revoke}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ErrorAlert error={creation.problem} />
      {canUpdate ? (
        <div className="lk-actions">
          <Button path="/scim/rotate-token" variant="secondary" size="small" busy={creation.busy} onClick={onCreate}>
            {tokens.length > 0 ? words.replace : words.step.create}
          </Button>
        </div>
      ) : null}
      {target ? (
        <ConfirmDialog
          open
          variant="destructive"
          title={words.revokeTitle}
          text={words.revokeText}
          confirm={words.revoke}
          busy={busy}
          error={problem}
          returnFocusTo={heading}
          onConfirm={() => void revoke(target)}
          onClose={() => setTarget(null)}
        />
      ) : null}
    </section>
  );
}
