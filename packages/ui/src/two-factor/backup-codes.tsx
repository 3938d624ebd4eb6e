/** Backup codes, which are shown once. */

import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { PartTitle } from "../primitives/card.tsx";
import { CopyButton } from "../primitives/copy-button.tsx";
import { useUiPlugin } from "../provider/plugin.ts";
import { fill } from "../texts/texts.ts";
import type { TwoFactorUi } from "./plugin.tsx";

export interface BackupCodesProps {
  readonly codes: readonly string[];
  /** They were kept. */
  onKept(): void;
}

export function BackupCodes({ codes, onKept }: BackupCodesProps): ReactElement {
  const { backupCodes: texts } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()").texts;
  const download = (): void => save(`${fill(texts.fileHeading, { site: location.host })}\n\n${codes.join("\n")}\n`);
  return (
    <section className="lk-part" aria-label={texts.title}>
      <PartTitle>{texts.title}</PartTitle>
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
        <Button look="quiet" onClick={download}>
          {texts.download}
        </Button>
        <Button onClick={onKept}>{texts.saved}</Button>
      </div>
    </section>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "backup-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
