/** The account page's row that shows how many backup codes are left, with a button to replace them. */

import type { ReactElement, RefObject } from "react";
import { useAuthUi } from "../provider/context.ts";
import type { BackupCodesRowTexts } from "../texts/backup-codes.ts";
import { fillCount } from "../texts/texts.ts";
import { Status } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Row } from "./row.tsx";

/** With this many codes or fewer, the row shows a warning. */
const fewCodes = 3;

/** Props for `BackupCodesRow`. */
export interface BackupCodesRowProps {
  readonly words: BackupCodesRowTexts;
  /** How many codes the user hasn't used. `null` if the server doesn't say. */
  readonly left: number | null;
  /** Path of the call that replaces the codes. */
  readonly path: string;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  /** Runs when the user asks for new codes. */
  onReplace(): void;
}

/** The number of codes, and a button to replace them. */
export function BackupCodesRow({ words, left, path, buttonRef, onReplace }: BackupCodesRowProps): ReactElement {
  const { texts } = useAuthUi();
  const text = left === 0 ? words.noCodesLeft : left && fillCount(texts, words.codesLeft, left);
  return (
    <Row
      label={words.backupCodes}
      value={left === null ? null : <Status tone={left <= fewCodes ? "warning" : "neutral"}>{text}</Status>}
      actions={
        <Button
          ref={buttonRef}
          path={path}
          variant="secondary"
          size="small"
          aria-label={`${words.newCodes} (${words.backupCodes})`}
          onClick={onReplace}
        >
          {words.newCodes}
        </Button>
      }
    />
  );
}
