/** The user's passkeys, each with a menu to rename or remove it. */

import type { ListedPasskey } from "@latchkey/passkey";
import { type ReactElement, type RefObject, useId, useRef, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu, MenuItem } from "../primitives/menu.tsx";
import { MetaLine } from "../primitives/meta-line.tsx";
import { useToast } from "../primitives/toast.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { timeAgo } from "../sessions/time-ago.ts";
import { errorText, fill, type Texts } from "../texts/texts.ts";
import type { PasskeyTexts } from "./texts.ts";
import { usePasskeyClient, usePasskeyUi } from "./ui.ts";

/** Props for `PasskeyList`. */
export interface PasskeyListProps {
  readonly passkeys: readonly ListedPasskey[];
  /** Whether the user's only passkey is also their only sign-in method. If so, it can't be removed. */
  readonly isLast: boolean;
  /** Id of the text that says why no passkey can be removed now. */
  readonly blockedBy: string | undefined;
  /** Gets the focus when a passkey is gone. */
  readonly fallbackFocus: RefObject<HTMLElement | null>;
  onRemoved(): void;
}

/** The dialog that's open, and the passkey that it's about. */
interface OpenDialog {
  readonly kind: "rename" | "remove";
  readonly passkey: ListedPasskey;
}

export function PasskeyList(props: PasskeyListProps): ReactElement {
  const { passkeys, isLast, blockedBy, fallbackFocus, onRemoved } = props;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const opener = useRef<HTMLElement | null>(null);
  const show = (kind: OpenDialog["kind"], passkey: ListedPasskey): void => {
    opener.current = buttons.current.get(passkey.id) ?? null;
    setOpen({ kind, passkey });
  };
  return (
    <>
      <ul className="lk-list">
        {passkeys.map((passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            isLast={isLast}
            blockedBy={blockedBy}
            buttonRef={(button) => {
              if (button) buttons.current.set(passkey.id, button);
              else buttons.current.delete(passkey.id);
            }}
            onSelect={(kind) => show(kind, passkey)}
          />
        ))}
      </ul>
      {open?.kind === "rename" ? (
        <RenameDialog passkey={open.passkey} returnFocusTo={opener} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveDialog
          passkey={open.passkey}
          opener={opener}
          fallbackFocus={fallbackFocus}
          onRemoved={onRemoved}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

const renamePath = "/passkey/update-passkey";
const removePath = "/passkey/delete-passkey";

/** The name that the user chose, or that of the password manager or device. */
function nameOf({ settings }: PasskeyTexts, { name, authenticator }: ListedPasskey): string {
  return name || authenticator || settings.unnamed;
}

/** Where the passkey is stored and when it was used, such as "1Password · Synced · Last used 2 hours ago". */
function factsOf(texts: Texts, { settings }: PasskeyTexts, passkey: ListedPasskey): readonly string[] {
  const { name, authenticator, deviceType, lastUsedAt, createdAt } = passkey;
  const facts = [deviceType === "multiDevice" ? settings.synced : settings.notSynced];
  if (authenticator && name && !name.includes(authenticator)) facts.unshift(authenticator);
  if (lastUsedAt) facts.push(fill(settings.lastUsed, { time: timeAgo(lastUsedAt, new Date(), texts.language) }));
  else if (createdAt) {
    const date = createdAt.toLocaleDateString(texts.language, { dateStyle: "medium" });
    facts.push(fill(settings.added, { date }));
  }
  return facts;
}

interface PasskeyItemProps {
  readonly passkey: ListedPasskey;
  readonly isLast: boolean;
  readonly blockedBy: string | undefined;
  readonly buttonRef: (button: HTMLButtonElement | null) => void;
  onSelect(kind: OpenDialog["kind"]): void;
}

function PasskeyItem({ passkey, isLast, blockedBy, buttonRef, onSelect }: PasskeyItemProps): ReactElement {
  const { texts } = useAuthUi();
  const words = usePasskeyUi().texts;
  const { settings } = words;
  const reasonId = useId();
  const name = nameOf(words, passkey);
  return (
    <li className="lk-list-row lk-passkey">
      <span className="lk-list-icon">
        <Icon name="fingerprint" size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-list-title lk-truncate" title={name}>
          <bdi>{name}</bdi>
        </p>
        <MetaLine facts={factsOf(texts, words, passkey)} />
        {isLast ? (
          <p id={reasonId} className="lk-note">
            {settings.last}
          </p>
        ) : null}
      </div>
      <Menu
        paths={[renamePath, removePath]}
        trigger={
          <Button
            ref={buttonRef}
            variant="ghost"
            size="small"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(settings.manage, { name })}
            aria-describedby={isLast ? reasonId : blockedBy}
          />
        }
      >
        <MenuItem icon="pencil" path={renamePath} onSelect={() => onSelect("rename")}>
          {settings.rename}
        </MenuItem>
        <MenuItem
          icon="trash-2"
          tone="destructive"
          path={removePath}
          disabled={isLast || blockedBy !== undefined}
          onSelect={() => onSelect("remove")}
        >
          {settings.remove}
        </MenuItem>
      </Menu>
    </li>
  );
}

interface RenameDialogProps {
  readonly passkey: ListedPasskey;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

function RenameDialog({ passkey, returnFocusTo, onClose }: RenameDialogProps): ReactElement {
  const client = usePasskeyClient();
  const words = usePasskeyUi().texts;
  const { settings } = words;
  const maxLength = useCapabilities()?.plugins.passkey?.maxNameLength;
  const form = useForm(async (values) => {
    const result = await client.passkey.updatePasskey({ id: passkey.id, name: textOf(values, "name").trim() });
    if (!result.error) onClose();
    return result;
  });
  return (
    <FormDialog
      open
      title={settings.renameTitle}
      text={settings.renameText}
      submit={settings.save}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={returnFocusTo}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <Field
        label={settings.name}
        name="name"
        autoComplete="off"
        maxLength={maxLength}
        required
        defaultValue={nameOf(words, passkey)}
        error={form.fieldErrors.name}
      />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  readonly passkey: ListedPasskey;
  readonly opener: RefObject<HTMLElement | null>;
  readonly fallbackFocus: RefObject<HTMLElement | null>;
  onRemoved(): void;
  onClose(): void;
}

function RemoveDialog({ passkey, opener, fallbackFocus, onRemoved, onClose }: RemoveDialogProps): ReactElement {
  const client = usePasskeyClient();
  const { texts } = useAuthUi();
  const words = usePasskeyUi().texts;
  const { settings } = words;
  const showToast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const { error } = await client.passkey.deletePasskey({ id: passkey.id });
    setBusy(false);
    if (error) return setProblem(errorText(texts, error));
    // The menu's button is about to disappear with the passkey.
    opener.current = fallbackFocus.current;
    showToast({ text: settings.removed });
    onRemoved();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={fill(settings.removeTitle, { name: nameOf(words, passkey) })}
      text={settings.removeText}
      confirm={settings.remove}
      busy={busy}
      error={problem}
      returnFocusTo={opener}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
