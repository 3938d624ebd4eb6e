/** The dialog for deleting users. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { Email } from "../../primitives/email.tsx";
import { Field } from "../../primitives/field.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { Sentence } from "../../primitives/sentence.tsx";
import { useForm } from "../../primitives/use-form.ts";
import { fill } from "../../texts/texts.ts";
import { type AdminResult, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { CommandDialogProps } from "../user-command.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";

/** Asks the admin to type the email. If the user is the only owner of organizations, asks again with their names. */
export function RemoveDialog(props: CommandDialogProps): ReactElement {
  const [ownedNames, setOwnedNames] = useState<string | null>(null);
  // Remounts the form, because the second question is a different one.
  return <RemoveForm key={ownedNames} {...props} ownedNames={ownedNames} onOwnedNames={setOwnedNames} />;
}

interface RemoveFormProps extends CommandDialogProps {
  /** Names of the organizations that only this user owns. `null` until the admin has tried to delete the user. */
  readonly ownedNames: string | null;
  onOwnedNames(names: string): void;
}

function RemoveForm({
  users,
  note,
  returnFocusTo,
  ownedNames,
  run,
  onOwnedNames,
  onClose,
}: RemoveFormProps): ReactElement {
  const client = useAdminClient();
  const { remove, bulk } = useAdminUi().texts;
  const { title, done } = useDialogTexts(users, remove.confirmTitle, bulk.removeTitle, remove.removed);
  const [typed, setTyped] = useState("");
  const [user] = users;
  const isSingle = users.length === 1 && user !== undefined;
  const expected = isSingle ? user.email : String(users.length);
  const isTyped = typed.trim().toLowerCase() === expected.toLowerCase();
  const facts = { email: isSingle ? user.email : "", organizations: ownedNames ?? "" };
  const form = useForm(async (): Promise<AdminResult> => {
    // Enter submits the form even while the button is disabled.
    if (!isTyped) return { error: null };
    const solelyOwned = ownedNames === null ? "refuse" : "delete";
    const result = await run({
      run: ({ id: userId }) => client.admin.removeUser({ userId, solelyOwned }),
      done,
      removes: true,
    });
    const names = ownedNames === null && result.error ? solelyOwnedNames(result.error) : null;
    if (names === null) return result;
    onOwnedNames(names);
    return { error: null };
  });
  return (
    <FormDialog
      open
      title={ownedNames === null ? title : fill(remove.confirmAllTitle, facts)}
      text={ownedNames !== null ? remove.confirmAllText : isSingle ? remove.text : bulk.removeText}
      submit={ownedNames !== null ? remove.confirmAll : isSingle ? remove.confirm : bulk.remove}
      variant="destructive"
      busy={form.busy}
      blocked={!isTyped}
      problem={form.problem ?? (ownedNames === null ? null : fill(remove.onlyOwner, facts))}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      {ownedNames === null ? note : null}
      <Field
        label={
          isSingle ? (
            <Sentence text={remove.type} values={{ email: <Email value={expected} /> }} />
          ) : (
            fill(bulk.typeCount, { count: expected })
          )
        }
        name="typed"
        autoComplete="off"
        required
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** The names of the organizations that only this user owns, if that's why the user wasn't deleted. */
function solelyOwnedNames({ code, details }: ClientError): string | null {
  const organizations = details?.organizations;
  if (code !== "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" || !Array.isArray(organizations)) return null;
  const names = organizations.map((one: { readonly name?: unknown }) => String(one.name));
  return names.length === 0 ? null : names.join(", ");
}
