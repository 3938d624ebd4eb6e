/** The card for bans, passwords, and impersonation. */

import { type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Field, PasswordField } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";
import { type AdminResult, type ManagedUser, type UserCardProps, useAdminClient } from "./client.ts";
import { useAdminUi } from "./plugin.tsx";

const hour = 3600;

export function AccessCard({ user, isSelf, onChanged }: UserCardProps): ReactElement | null {
  const client = useAdminClient();
  const { texts, paths, navigate } = useAuthUi();
  const { ban, impersonate, password } = useAdminUi().texts;
  const [open, setOpen] = useState<"ban" | "password" | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  if (isSelf) return null;
  const run = async (work: () => Promise<AdminResult>, then: () => unknown): Promise<void> => {
    setBusy(true);
    setDone(null);
    const { error } = await work();
    setProblem(error ? errorText(texts, error) : null);
    if (!error) await then();
    setBusy(false);
  };
  const after = async (text: string | null): Promise<void> => {
    setOpen(null);
    setDone(text);
    await onChanged();
  };
  return (
    <Card wide title={ban.title} subtitle={ban.subtitle}>
      <ErrorAlert error={problem} />
      {done ? <Alert tone="success">{done}</Alert> : null}
      <div className="lk-actions">
        {user.banned ? (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => void run(() => client.admin.unbanUser({ userId: user.id }), onChanged)}
          >
            {ban.unban}
          </Button>
        ) : (
          <Button variant="destructive" onClick={() => setOpen("ban")}>
            {ban.ban}
          </Button>
        )}
        <Button variant="secondary" onClick={() => setOpen("password")}>
          {password.open}
        </Button>
        <Button
          variant="secondary"
          busy={busy}
          title={impersonate.text}
          onClick={() =>
            void run(
              () => client.admin.impersonateUser({ userId: user.id }),
              () => navigate(paths.home),
            )
          }
        >
          {impersonate.start}
        </Button>
      </div>
      {open === "ban" ? <BanDialog user={user} onDone={() => after(null)} onClose={() => setOpen(null)} /> : null}
      {open === "password" ? (
        <PasswordDialog user={user} onDone={() => after(password.saved)} onClose={() => setOpen(null)} />
      ) : null}
    </Card>
  );
}

interface UserDialogProps {
  readonly user: ManagedUser;
  onDone(): Promise<void>;
  onClose(): void;
}

function BanDialog({ user, onDone, onClose }: UserDialogProps): ReactElement {
  const client = useAdminClient();
  const { ban } = useAdminUi().texts;
  const form = useForm(async (values) => {
    const banReason = textOf(values, "reason").trim();
    const seconds = Number(textOf(values, "seconds"));
    const result = await client.admin.banUser({
      userId: user.id,
      ...(banReason === "" ? {} : { banReason }),
      ...(seconds === 0 ? {} : { banExpiresIn: seconds }),
    });
    if (!result.error) await onDone();
    return result;
  });
  const choices = [
    { value: "0", label: ban.forever },
    { value: String(hour), label: ban.forHour },
    { value: String(24 * hour), label: ban.forDay },
    { value: String(7 * 24 * hour), label: ban.forWeek },
    { value: String(30 * 24 * hour), label: ban.forMonth },
  ];
  return (
    <FormDialog
      open
      title={ban.dialogTitle}
      text={ban.dialogText}
      submit={ban.ban}
      variant="destructive"
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field label={ban.reason} name="reason" autoComplete="off" maxLength={500} />
      <SelectField label={ban.until} name="seconds" options={choices} />
    </FormDialog>
  );
}

function PasswordDialog({ user, onDone, onClose }: UserDialogProps): ReactElement {
  const client = useAdminClient();
  const { texts } = useAuthUi();
  const { password } = useAdminUi().texts;
  const form = useForm(
    async (values) => {
      const newPassword = textOf(values, "newPassword");
      const result = await client.admin.setUserPassword({ userId: user.id, newPassword });
      if (!result.error) await onDone();
      return result;
    },
    { PASSWORD_TOO_SHORT: "newPassword", PASSWORD_TOO_LONG: "newPassword", PASSWORD_TOO_OBVIOUS: "newPassword" },
  );
  return (
    <FormDialog
      open
      title={password.title}
      text={password.text}
      submit={password.submit}
      busy={form.busy}
      problem={form.problem}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <PasswordField
        label={texts.newPassword}
        name="newPassword"
        autoComplete="off"
        required
        error={form.fieldErrors.newPassword}
      />
    </FormDialog>
  );
}
