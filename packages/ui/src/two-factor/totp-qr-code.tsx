/** The QR code and the key for an authenticator app. */

import type { ReactElement } from "react";
import { CopyButton } from "../primitives/copy-button.tsx";
import { QrCode } from "../primitives/qr-code.tsx";
import { useTwoFactorUi } from "./ui.ts";

/** The QR code of a setup URI, and its key to type instead. */
export function TotpQrCode({ totpURI }: { readonly totpURI: string }): ReactElement {
  const { enroll } = useTwoFactorUi().texts;
  const key = new URL(totpURI).searchParams.get("secret") ?? "";
  return (
    <div className="lk-scan">
      <QrCode value={totpURI} label={enroll.qrLabel} />
      <div className="lk-scan-text">
        <p className="lk-part-text">{enroll.keyText}</p>
        <bdi className="lk-code">{key}</bdi>
        <CopyButton text={key}>{enroll.copyKey}</CopyButton>
      </div>
    </div>
  );
}
