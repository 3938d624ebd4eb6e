/** Shows new backup codes. They are only shown once. */

import type { ReactElement } from "react";
import { useAuthUi } from "../provider/context.ts";
import type { BackupCodesTexts } from "../texts/backup-codes.ts";
import { fill } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icons.tsx";

/** Props for `BackupCodes`. */
export interface BackupCodesProps {
  readonly codes: readonly string[];
  readonly words: BackupCodesTexts;
  /** Runs when the user downloads, copies, or prints the codes. */
  onSaved(): void;
}

/** The codes, with buttons to keep them. */
export function BackupCodes({ codes, words, onSaved }: BackupCodesProps): ReactElement {
  const { texts } = useAuthUi();
  const heading = fill(words.fileHeading, { site: location.host });
  const download = (): void => {
    downloadText(`${heading}\n\n${codes.join("\n")}\n`);
    onSaved();
  };
  const printCodes = (): void => {
    print();
    onSaved();
  };
  const copied = async (): Promise<string> => {
    onSaved();
    return codes.join("\n");
  };
  return (
    <>
      <div className="lk-codes-sheet">
        <p className="lk-codes-heading">
          {heading} · {new Date().toLocaleDateString(texts.language, { dateStyle: "medium" })}
        </p>
        <ul className="lk-codes" aria-label={heading}>
          {codes.map((code) => (
            <li key={code}>
              <bdi className="lk-code">{code}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <div className="lk-actions">
        <Button variant="secondary" icon={<Icon name="download" />} onClick={download}>
          {words.download}
        </Button>
        <CopyButton text={copied}>{words.copy}</CopyButton>
        <Button variant="secondary" icon={<Icon name="printer" />} onClick={printCodes}>
          {words.print}
        </Button>
      </div>
    </>
  );
}

function downloadText(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "backup-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
