/** The user's sign-in methods. */

import { type ReactElement, useRef, useState } from "react";
import { Button } from "../../primitives/button.tsx";
import { ConfirmDialog } from "../../primitives/confirm-dialog.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { Icon } from "../../primitives/icons.tsx";
import { Section } from "../../primitives/section.tsx";
import { ItemsSkeleton, Loading } from "../../primitives/skeleton.tsx";
import { useToast } from "../../primitives/toast.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { useCapabilities } from "../../provider/use-capabilities.ts";
import { ProviderMark } from "../../social/marks/provider-mark.tsx";
import { describeProvider } from "../../social/providers.ts";
import { fill } from "../../texts/texts.ts";
import { useAdminAccess } from "../access.tsx";
import { type AdminResult, nameOf, useAdminClient } from "../client.ts";
import { useAdminUi } from "../plugin.tsx";
import type { UserPartProps } from "./identity.tsx";
import type { ManagedAccount } from "./use-user-page.ts";

/** The id of the password account. */
const credential = "credential";

/** The sign-in methods, each with a button to disconnect it. The last one stays. */
export function UserAccounts({ page, user }: UserPartProps): ReactElement | null {
  const access = useAdminAccess();
  const { accounts: words } = useAdminUi().texts;
  const { data, error, isOff, reload } = page.accounts;
  const accounts = data?.accounts ?? null;
  const canUnlink = access.canDo("unlinkAccount", user);
  const isLast = accounts?.length === 1;
  if (isOff) return null;
  return (
    <Section title={words.title}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={accounts === null} skeleton={<ItemsSkeleton rows={2} />}>
          <div className="lk-rows">
            {accounts?.length === 0 ? <EmptyState title={words.empty} /> : null}
            <ul className="lk-list">
              {accounts?.map((account) => (
                <AccountItem
                  key={account.id}
                  account={account}
                  page={page}
                  user={user}
                  canUnlink={canUnlink && !isLast}
                  note={canUnlink && isLast ? words.last : null}
                />
              ))}
            </ul>
          </div>
        </Loading>
      )}
    </Section>
  );
}

interface AccountItemProps extends UserPartProps {
  readonly account: ManagedAccount;
  readonly canUnlink: boolean;
  /** Why the method can't be disconnected. */
  readonly note: string | null;
}

function AccountItem({ account, page, user, canUnlink, note }: AccountItemProps): ReactElement {
  const { texts } = useAuthUi();
  const { accounts: words } = useAdminUi().texts;
  const name = useProviderName(account.providerId);
  const since = account.createdAt.toLocaleDateString(texts.language, { dateStyle: "medium" });
  return (
    <li className="lk-list-row">
      <span className="lk-list-icon">
        {account.providerId === credential ? (
          <Icon name="key-round" size={20} />
        ) : (
          <ProviderMark id={account.providerId} name={name} />
        )}
      </span>
      <div className="lk-list-text">
        <p className="lk-list-title">{name}</p>
        <p className="lk-note">{fill(words.since, { date: since })}</p>
        {note ? <p className="lk-note">{note}</p> : null}
      </div>
      {canUnlink ? <Unlink account={account} name={name} page={page} user={user} /> : null}
    </li>
  );
}

/** Returns the name of a sign-in method. */
export function useProviderName(providerId: string): string {
  const ui = useAuthUi();
  const capabilities = useCapabilities();
  const { accounts } = useAdminUi().texts;
  return providerId === credential ? accounts.password : describeProvider(providerId, ui, capabilities).name;
}

interface UnlinkProps extends UserPartProps {
  readonly account: ManagedAccount;
  readonly name: string;
}

function Unlink({ account, name, page, user }: UnlinkProps): ReactElement {
  const client = useAdminClient();
  const show = useToast();
  const { accounts: words } = useAdminUi().texts;
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AdminResult["error"]>(null);
  const button = useRef<HTMLButtonElement>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const result = await client.admin.unlinkUserAccount({ userId: user.id, accountId: account.id });
    setBusy(false);
    setError(result.error);
    if (result.error) return;
    setOpen(false);
    show({ text: words.unlinked });
    await page.reload();
  };
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        aria-label={fill(words.unlinkLabel, { provider: name })}
        onClick={() => setOpen(true)}
      >
        {words.unlink}
      </Button>
      <ConfirmDialog
        open={open}
        title={fill(words.unlinkTitle, { provider: name, name: nameOf(user) })}
        text={fill(words.unlinkText, { name: nameOf(user) })}
        confirm={words.unlink}
        busy={busy}
        error={error}
        returnFocusTo={button}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
