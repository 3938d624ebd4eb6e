/** The danger zone of the account page: deleting the account. */

import { type ReactElement, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { Row, Rows } from "../primitives/row.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";
import { fill } from "../texts/texts.ts";
import { type AccountState, useAccountState } from "./account-state.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { MailDeletionDialog } from "./mail-deletion-dialog.tsx";
import { useMailedDeletion } from "./mailed-deletion.ts";
import { SectionFrame } from "./section-frame.tsx";
import { useSectionHref } from "./section-links.ts";

/** Props for `AccountDanger`. */
export interface AccountDangerProps extends AccountSectionProps {
  /** Runs after the account is deleted. Default: navigates to `paths.accountDeleted`. */
  onDeleted?(): void;
}

/** Lets users delete their account. Renders nothing if no one is signed in, or if the server doesn't allow it. */
export function AccountDanger(props: AccountDangerProps): ReactElement {
  return <WithUser>{(user) => <Danger {...props} user={user} />}</WithUser>;
}

interface DangerProps extends AccountDangerProps {
  readonly user: SignedInUser;
}

function Danger({ user, focusOnMount = false, onDeleted }: DangerProps): ReactElement | null {
  const { texts, paths, navigate } = useAuthUi();
  const capabilities = useCapabilities();
  const { data, isPending } = useAccountState();
  if (capabilities === undefined || capabilities?.account.delete === "off") return null;
  const owned = soleOwnerOf(data);
  return (
    <SectionFrame title={texts.deleteAccount.section} focusOnMount={focusOnMount}>
      <Rows>
        {owned.length > 0 ? (
          <OwnerRow organizations={owned} />
        ) : capabilities?.account.delete === "email" ? (
          <MailDeletionRow user={user} />
        ) : (
          <DeletionRow
            user={user}
            hasPassword={data?.hasPassword ?? true}
            isPending={isPending}
            onDeleted={onDeleted ?? (() => navigate(paths.accountDeleted))}
          />
        )}
      </Rows>
    </SectionFrame>
  );
}

interface DeletionRowProps {
  readonly user: SignedInUser;
  readonly hasPassword: boolean;
  /** Whether the data that decides what the dialog asks for is still loading. */
  readonly isPending: boolean;
  onDeleted(): void;
}

function DeletionRow({ user, hasPassword, isPending, onDeleted }: DeletionRowProps): ReactElement {
  const { title, subtitle, open } = useAuthUi().texts.deleteAccount;
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button variant="destructive" size="small" busy={isOpen && isPending} onClick={() => setOpen(true)}>
      {open}
    </Button>
  );
  return (
    <>
      <Row label={title} value={<span className="lk-part-text">{subtitle}</span>} actions={button} />
      {isOpen && !isPending ? (
        <DeleteAccountDialog
          email={user.email}
          hasPassword={hasPassword}
          onDeleted={onDeleted}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** The server sends a link. The row mentions it until the link has expired. */
function MailDeletionRow({ user }: { readonly user: SignedInUser }): ReactElement {
  const { title, subtitle, open, mailed, mailAgain } = useAuthUi().texts.deleteAccount;
  const [isOpen, setOpen] = useState(false);
  const { isSent, markSent } = useMailedDeletion(user.id);
  const button = (
    <Button variant={isSent ? "secondary" : "destructive"} size="small" onClick={() => setOpen(true)}>
      {isSent ? mailAgain : open}
    </Button>
  );
  return (
    <>
      <Row
        label={title}
        value={isSent ? null : <span className="lk-part-text">{subtitle}</span>}
        hint={<span role="status">{isSent ? fill(mailed, { email: user.email }) : null}</span>}
        actions={button}
      />
      {isOpen ? <MailDeletionDialog email={user.email} onSent={markSent} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface OwnedOrganization {
  readonly id: string;
  readonly name: string;
}

/** Reads a field that only servers with the organization plugin send. */
function soleOwnerOf(state: AccountState | null): readonly OwnedOrganization[] {
  return (state as { readonly soleOwnerOf?: readonly OwnedOrganization[] } | null)?.soleOwnerOf ?? [];
}

function OwnerRow({ organizations }: { readonly organizations: readonly OwnedOrganization[] }): ReactElement {
  const { title, soleOwner } = useAuthUi().texts.deleteAccount;
  const hrefOf = useSectionHref();
  return (
    <Row
      label={title}
      value={
        <>
          {soleOwner}
          <ul className="lk-owned">
            {organizations.map(({ id, name }) => (
              <li key={id}>
                <a className="lk-link" href={hrefOf("organizations")}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
