/** Shows new backup codes. They are only shown once. */

import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { SectionTitle } from "../primitives/card.tsx";
import { CopyButton } from "../primitives/copy-button.tsx";
import { fill } from "../texts/texts.ts";
import { useTwoFactorUi } from "./ui.ts";

export interface BackupCodesProps {
  readonly codes: readonly string[];
  /** Runs when the user confirms that they saved the codes. */
  onSaved(): void;
}

export function BackupCodes({ codes, onSaved }: BackupCodesProps): ReactElement {
  const { backupCodes: texts } = useTwoFactorUi().texts;
  const download = (): void =>
    downloadText(`${fill(texts.fileHeading, { site: location.host })}\n\n${codes.join("\n")}\n`);
  return (
    <section className="lk-part" aria-label={texts.title}>
      <SectionTitle>{texts.title}</SectionTitle>
      <p className="lk-part-text">{texts.text}</p>
      <ul className="lk-codes">
        {codes.map((code) => (
          <li key={code}>
            <code className="lk-code">{code}</code>
          </li>
        ))}
      </ul>
      <div className="lk-actions">
        <CopyButton text={codes.join("\n")}>{texts.copy}</CopyButton>
        <Button variant="secondary" onClick={download}>
          {texts.download}
        </Button>
        <Button onClick={onSaved}>{texts.saved}</Button>
      </div>
    </section>
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
