/** The user's name, email, username, roles, and the app's own fields. */

import { type ReactElement, useRef, useState } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { Button } from "../../primitives/button.tsx";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { Email } from "../../primitives/email.tsx";
import { Field } from "../../primitives/field.tsx";
import { Row, type RowDialogProps, Rows } from "../../primitives/row.tsx";
import { Section } from "../../primitives/section.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { textOf } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { type AdminResult, type ManagedUser, nameOf, rolesOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { StartCommand } from "../user-command.ts";
import { RoleBadges } from "../users/user-columns.tsx";
import { AppFields, type SaveUser } from "./app-fields.tsx";
import { ChangeEmailDialog } from "./change-email-dialog.tsx";
import type { UserPageState } from "./use-user-page.ts";

/** Props for the parts of a user's page that change the user. */
export interface UserPartProps {
  readonly page: UserPageState;
  readonly user: ManagedUser;
}

/** The rows. */
export function UserIdentity({
  page,
  user,
  onCommand,
}: UserPartProps & { readonly onCommand: StartCommand }): ReactElement {
  const client = useAdminClient();
  const access = useAdminAccess();
  const { texts } = useAuthUi();
  const { user: words, roles } = useAdminUi().texts;
  const canUpdate = access.canDo("update", user);
  const save: SaveUser = async (data) => {
    const result = await client.admin.updateUser({ userId: user.id, data });
    if (!result.error) await page.reload();
    return result;
  };
  const textRow = (label: string, name: "name" | "username", value: string): ReactElement => (
    <Row
      label={label}
      value={value === "" ? <span className="lk-muted">{words.none}</span> : <bdi>{value}</bdi>}
      {...(canUpdate
        ? {
            inline: {
              fields: (errors) => (
                <Field
                  label={label}
                  hideLabel
                  name={name}
                  defaultValue={value}
                  autoComplete="off"
                  required={name === "name"}
                  error={errors[name]}
                />
              ),
              save: (values) => save({ [name]: textOf(values, name).trim() }),
              fieldByErrorCode: usernameErrors,
            },
          }
        : {})}
    />
  );
  return (
    <Section title={words.identity}>
      <Rows>
        {textRow(texts.name, "name", user.name)}
        <EmailRow user={user} save={save} />
        {user.username === undefined ? null : textRow(words.username, "username", user.username ?? "")}
        <Row
          label={roles.title}
          value={rolesOf(user).length > 0 ? <RoleBadges user={user} all /> : <Badge>{access.defaultRole}</Badge>}
          actions={
            access.canDo("setRole", user) ? (
              <Button
                variant="secondary"
                size="small"
                aria-label={fill(texts.editField, { name: roles.title })}
                onClick={(event) => onCommand("setRole", [user], event.currentTarget)}
              >
                {texts.edit}
              </Button>
            ) : null
          }
        />
        <AppFields user={user} save={canUpdate ? save : null} />
      </Rows>
    </Section>
  );
}

const usernameErrors = {
  USERNAME_IS_ALREADY_TAKEN: "username",
  USERNAME_TOO_SHORT: "username",
  USERNAME_TOO_LONG: "username",
  INVALID_USERNAME: "username",
};

function EmailRow({ user, save }: { readonly user: ManagedUser; readonly save: SaveUser }): ReactElement {
  const access = useAdminAccess();
  const show = useToast();
  const { texts } = useAuthUi();
  const { email, user: words, users } = useAdminUi().texts;
  const canChange = access.canDo("setEmail", user);
  return (
    <Row
      label={texts.email}
      value={
        <span className="lk-admin-meta">
          <Email value={user.email} />
          {user.emailVerified ? (
            <Badge tone="success">{words.verified}</Badge>
          ) : (
            <Badge tone="warning">{users.unverified}</Badge>
          )}
        </span>
      }
      actions={canChange && !user.emailVerified ? <VerifyEmail user={user} save={save} /> : null}
      edit={email.change}
      {...(canChange
        ? {
            dialog: (props: RowDialogProps) => (
              <ChangeEmailDialog
                {...props}
                name={nameOf(user)}
                save={save}
                onSaved={() => show({ text: email.changed })}
              />
            ),
          }
        : {})}
    />
  );
}

function VerifyEmail({ user, save }: { readonly user: ManagedUser; readonly save: SaveUser }): ReactElement {
  const show = useToast();
  const { email } = useAdminUi().texts;
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AdminResult["error"]>(null);
  const button = useRef<HTMLButtonElement>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const result = await save({ emailVerified: true });
    setBusy(false);
    setError(result.error);
    if (result.error) return;
    setOpen(false);
    show({ text: email.verified });
  };
  return (
    <>
      <Button ref={button} variant="secondary" size="small" onClick={() => setOpen(true)}>
        {email.verify}
      </Button>
      <ConfirmDialog
        open={open}
        variant="primary"
        title={fill(email.verifyTitle, { email: user.email })}
        text={email.verifyText}
        confirm={email.verify}
        busy={busy}
        error={error}
        returnFocusTo={button}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
