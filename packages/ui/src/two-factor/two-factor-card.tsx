/** Whether signing in takes two steps, and everything to change about it. */

import { type ReactElement, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { classNames } from "../primitives/class-names.ts";
import { useLoaded } from "../primitives/use-loaded.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import { ForUser, type SignedInUser } from "../session-gate/for-user.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { isTwoFactorEnabled, useTwoFactorClient } from "./client.ts";
import { Enrol, Scan } from "./enrol.tsx";
import { OwnerDialog, type OwnerDialogProps } from "./owner-dialog.tsx";
import type { TwoFactorMethod, TwoFactorUi } from "./plugin.tsx";
import { TrustedDevices } from "./trusted-devices.tsx";

/** What `TwoFactorCard` takes. */
export interface TwoFactorCardProps {
  readonly className?: string;
}

/** Nothing where nobody is signed in. */
export function TwoFactorCard({ className }: TwoFactorCardProps): ReactElement {
  return <ForUser>{(user) => <TwoFactor user={user} className={className} />}</ForUser>;
}

/** What stands in the card beneath its fact. */
type View =
  | { readonly kind: "rest"; readonly done?: string }
  | { readonly kind: "enrol"; readonly totpURI: string | null; readonly codes: readonly string[] }
  | { readonly kind: "scan"; readonly totpURI: string }
  | { readonly kind: "codes"; readonly codes: readonly string[]; readonly done: string };

type Asked = TwoFactorMethod | "off" | "codes" | "uri";

interface TwoFactorProps {
  readonly user: SignedInUser;
  readonly className: string | undefined;
}

function TwoFactor({ user, className }: TwoFactorProps): ReactElement {
  const client = useTwoFactorClient();
  const ui = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()");
  const { card, enrol } = ui.texts;
  const [view, setView] = useState<View>({ kind: "rest" });
  const [asked, setAsked] = useState<Asked | null>(null);
  const accounts = useLoaded(user.id, () => client.listAccounts());
  const isOn = isTwoFactorEnabled(user);
  const rest = (done?: string): void => setView(done === undefined ? { kind: "rest" } : { kind: "rest", done });
  const ask = (what: Asked): void => {
    rest();
    setAsked(what);
  };
  return (
    <Card wide title={card.title} subtitle={card.subtitle} className={className}>
      <p className="lk-fact">
        <span className={classNames("lk-badge", !isOn && "lk-badge-open")}>{isOn ? card.on : card.off}</span>
      </p>
      {"done" in view && view.done ? (
        <Alert tone="success" takesFocus>
          {view.done}
        </Alert>
      ) : null}
      {view.kind === "enrol" ? (
        <Enrol
          totpURI={view.totpURI}
          onDone={() => setView({ kind: "codes", codes: view.codes, done: enrol.done })}
          onCancel={() => rest()}
        />
      ) : null}
      {view.kind === "codes" ? <BackupCodes codes={view.codes} onKept={() => rest()} /> : null}
      {view.kind === "scan" ? <Scan totpURI={view.totpURI} /> : null}
      {view.kind === "rest" || view.kind === "scan" ? <Choices isOn={isOn} methods={ui.methods} onAsk={ask} /> : null}
      {isOn ? <TrustedDevices userId={user.id} /> : null}
      {asked && accounts.data ? (
        <Question
          asked={asked}
          hasPassword={accounts.data.some(({ providerId }) => providerId === "credential")}
          onView={setView}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  );
}

interface ChoicesProps {
  readonly isOn: boolean;
  readonly methods: readonly TwoFactorMethod[];
  onAsk(what: Asked): void;
}

function Choices({ isOn, methods, onAsk }: ChoicesProps): ReactElement {
  const { card } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()").texts;
  const labels = { totp: card.turnOnTotp, otp: card.turnOnOtp };
  return (
    <div className="lk-actions">
      {isOn ? (
        <>
          <Button look="quiet" onClick={() => onAsk("codes")}>
            {card.newCodes}
          </Button>
          {methods.includes("totp") ? (
            <Button look="quiet" onClick={() => onAsk("uri")}>
              {card.anotherDevice}
            </Button>
          ) : null}
          <Button look="danger" onClick={() => onAsk("off")}>
            {card.turnOff}
          </Button>
        </>
      ) : (
        methods.map((method, index) => (
          <Button key={method} look={index === 0 ? "primary" : "quiet"} onClick={() => onAsk(method)}>
            {labels[method]}
          </Button>
        ))
      )}
    </div>
  );
}

interface QuestionProps {
  readonly asked: Asked;
  readonly hasPassword: boolean;
  onView(view: View): void;
  onClose(): void;
}

/** Each change is asked about once, with the password; what it gives is then shown in the card. */
function Question({ asked, hasPassword, onView, onClose }: QuestionProps): ReactElement {
  const { twoFactor } = useTwoFactorClient();
  const { card } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()").texts;
  const show = (view: View): void => {
    onView(view);
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
  const changes: Readonly<Record<Asked, (owner: object) => Promise<Outcome>>> = {
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
  const words: Readonly<Record<Asked, readonly [title: string, text: string, submit: string]>> = {
    totp: [card.turnOnTotp, card.confirmText, card.goOn],
    otp: [card.turnOnOtp, card.confirmText, card.goOn],
    off: [card.turnOff, card.turnOffText, card.turnOff],
    codes: [card.newCodes, card.newCodesText, card.newCodes],
    uri: [card.anotherDevice, card.anotherDeviceText, card.goOn],
  };
  const [title, text, submit] = words[asked];
  return (
    <OwnerDialog
      title={title}
      text={text}
      submit={submit}
      look={asked === "off" ? "danger" : "primary"}
      hasPassword={hasPassword}
      onConfirm={changes[asked]}
      onClose={onClose}
    />
  );
}

type Outcome = Awaited<ReturnType<OwnerDialogProps["onConfirm"]>>;
