/** The card for two-factor authentication. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useQuery } from "../primitives/use-query.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { isTwoFactorEnabled, useTwoFactorClient } from "./client.ts";
import { EnrollForm, TotpQrCode } from "./enroll.tsx";
import { ReauthenticateDialog, type ReauthenticateDialogProps } from "./reauthenticate-dialog.tsx";
import { TrustedDevices } from "./trusted-devices.tsx";
import { type TwoFactorMethod, useTwoFactorUi } from "./ui.ts";

/** Props of `TwoFactorCard`. */
export interface TwoFactorCardProps {
  readonly className?: string;
}

/** Lets users turn 2FA on or off and manage backup codes. Renders nothing if no one is signed in. */
export function TwoFactorCard({ className }: TwoFactorCardProps): ReactElement {
  return <WithUser>{(user) => <TwoFactor user={user} className={className} />}</WithUser>;
}

/** The content of the card below its status. */
type View =
  | { readonly kind: "rest"; readonly done?: string }
  | { readonly kind: "enrol"; readonly totpURI: string | null; readonly codes: readonly string[] }
  | { readonly kind: "scan"; readonly totpURI: string }
  | { readonly kind: "codes"; readonly codes: readonly string[]; readonly done: string };

type CardAction = TwoFactorMethod | "off" | "codes" | "uri";

interface TwoFactorProps {
  readonly user: SignedInUser;
  readonly className: string | undefined;
}

function TwoFactor({ user, className }: TwoFactorProps): ReactElement {
  const client = useTwoFactorClient();
  const ui = useTwoFactorUi();
  const { card, enrol } = ui.texts;
  const [view, setView] = useState<View>({ kind: "rest" });
  const [asked, setAsked] = useState<CardAction | null>(null);
  const accounts = useQuery(user.id, () => client.listAccounts());
  const isOn = isTwoFactorEnabled(user);
  const rest = (done?: string): void => setView(done === undefined ? { kind: "rest" } : { kind: "rest", done });
  const ask = (what: CardAction): void => {
    rest();
    setAsked(what);
  };
  return (
    <Card wide title={card.title} subtitle={card.subtitle} className={className}>
      <p className="lk-fact">
        <span className={classNames("lk-badge", isOn && "lk-badge-success")}>{isOn ? card.on : card.off}</span>
      </p>
      {"done" in view && view.done ? (
        <Alert tone="success" focusOnMount>
          {view.done}
        </Alert>
      ) : null}
      {view.kind === "enrol" ? (
        <EnrollForm
          totpURI={view.totpURI}
          onDone={() => setView({ kind: "codes", codes: view.codes, done: enrol.done })}
          onCancel={() => rest()}
        />
      ) : null}
      {view.kind === "codes" ? <BackupCodes codes={view.codes} onSaved={() => rest()} /> : null}
      {view.kind === "scan" ? <TotpQrCode totpURI={view.totpURI} /> : null}
      {view.kind === "rest" || view.kind === "scan" ? (
        <Choices isOn={isOn} methods={ui.methods} onSelect={ask} />
      ) : null}
      {isOn ? <TrustedDevices userId={user.id} /> : null}
      {asked && accounts.data ? (
        <ActionDialog
          action={asked}
          hasPassword={accounts.data.some(({ providerId }) => providerId === "credential")}
          onViewChange={setView}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  );
}

interface ChoicesProps {
  readonly isOn: boolean;
  readonly methods: readonly TwoFactorMethod[];
  onSelect(what: CardAction): void;
}

function Choices({ isOn, methods, onSelect }: ChoicesProps): ReactElement {
  const { card } = useTwoFactorUi().texts;
  const labels = { totp: card.turnOnTotp, otp: card.turnOnOtp };
  return (
    <div className="lk-actions">
      {isOn ? (
        <>
          <Button variant="secondary" onClick={() => onSelect("codes")}>
            {card.newCodes}
          </Button>
          {methods.includes("totp") ? (
            <Button variant="secondary" onClick={() => onSelect("uri")}>
              {card.anotherDevice}
            </Button>
          ) : null}
          <Button variant="destructive" onClick={() => onSelect("off")}>
            {card.turnOff}
          </Button>
        </>
      ) : (
        methods.map((method, index) => (
          <Button key={method} variant={index === 0 ? "primary" : "secondary"} onClick={() => onSelect(method)}>
            {labels[method]}
          </Button>
        ))
      )}
    </div>
  );
}

interface ActionDialogProps {
  readonly action: CardAction;
  readonly hasPassword: boolean;
  onViewChange(view: View): void;
  onClose(): void;
}

/** Confirms each change with the password, then shows the result in the card. */
function ActionDialog({ action, hasPassword, onViewChange, onClose }: ActionDialogProps): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { card } = useTwoFactorUi().texts;
  const show = (view: View): void => {
    onViewChange(view);
    onClose();
  };
  const enable = async (method: TwoFactorMethod, owner: object): Promise<Outcome> => {
    const { data, error } = await twoFactor.enable({ ...owner, method });
    if (error) return { error };
    if (data.method === "totp") show({ kind: "enrol", totpURI: data.totpURI, codes: data.backupCodes });
    else {
      const sent = await twoFactor.sendOtp();
      if (sent.error) return sent;
      show({ kind: "enrol", totpURI: null, codes: data.backupCodes });
    }
    return { error: null };
  };
  const changes: Readonly<Record<CardAction, (owner: object) => Promise<Outcome>>> = {
    totp: (owner) => enable("totp", owner),
    otp: (owner) => enable("otp", owner),
    async off(owner) {
      const { error } = await twoFactor.disable(owner);
      if (!error) show({ kind: "rest", done: card.turnedOff });
      return { error };
    },
    async codes(owner) {
      const { data, error } = await twoFactor.generateBackupCodes(owner);
      if (data) show({ kind: "codes", codes: data.backupCodes, done: "" });
      return { error };
    },
    async uri(owner) {
      const { data, error } = await twoFactor.getTotpUri(owner);
      if (data) show({ kind: "scan", totpURI: data.totpURI });
      return { error };
    },
  };
  const words: Readonly<Record<CardAction, readonly [title: string, text: string, submit: string]>> = {
    totp: [card.turnOnTotp, card.confirmText, card.goOn],
    otp: [card.turnOnOtp, card.confirmText, card.goOn],
    off: [card.turnOff, card.turnOffText, card.turnOff],
    codes: [card.newCodes, card.newCodesText, card.newCodes],
    uri: [card.anotherDevice, card.anotherDeviceText, card.goOn],
  };
  const [title, text, submit] = words[action];
  return (
    <ReauthenticateDialog
      title={title}
      text={text}
      submit={submit}
      look={action === "off" ? "destructive" : "primary"}
      hasPassword={hasPassword}
      onConfirm={changes[action]}
      onClose={onClose}
    />
  );
}

type Outcome = Awaited<ReturnType<ReauthenticateDialogProps["onConfirm"]>>;
