/** The sections for API keys on the account page and on the organization page. */

import type { ApiKey } from "@latchkey/api-key";
import { type ReactElement, useRef, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Screen } from "../primitives/screen.tsx";
import { Section } from "../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { errorText, fill } from "../texts/texts.ts";
import { CreateKeyDialog, RevealDialog } from "./create-key.tsx";
import { type KeyAction, KeyItem, nameOf } from "./key-item.tsx";
import { useApiKeyClient, useApiKeyUi } from "./ui.ts";

/** The user's API keys: a section of the account page. */
export function AccountApiKeys({ focusOnMount = false }: AccountSectionProps): ReactElement | null {
  const { text } = useApiKeyUi().texts;
  const user = useApiKeyClient().useSession().data?.user;
  if (!user) return null;
  return (
    <Screen className="lk-settings-part">
      <Keys key={user.id} ownerId={user.id} text={text} focusOnMount={focusOnMount} />
    </Screen>
  );
}

/** The active organization's session, as the organization plugin's client has it. */
interface WithActiveOrganization {
  readonly session: { readonly activeOrganizationId?: string | null };
}

/** The active organization's API keys: a section of the organization page. */
export function OrganizationApiKeys({ focusOnMount = false }: AccountSectionProps): ReactElement | null {
  const { textOfOrganization } = useApiKeyUi().texts;
  const data = useApiKeyClient().useSession().data as WithActiveOrganization | null | undefined;
  const id = data?.session.activeOrganizationId;
  if (!id) return null;
  return (
    <Screen className="lk-settings-part">
      <Keys key={id} ownerId={id} organizationId={id} text={textOfOrganization} focusOnMount={focusOnMount} />
    </Screen>
  );
}

interface KeysProps {
  readonly ownerId: string;
  /** Missing for the user's own keys. */
  readonly organizationId?: string;
  readonly text: string;
  readonly focusOnMount: boolean;
}

/** Returns a function that names a service account, or `null` for other ids, and for a member who can't list them. */
function useServiceAccountNames(organizationId: string | undefined): (id: string) => string | null {
  const client = useApiKeyClient();
  const query = organizationId === undefined ? {} : { organizationId };
  const { data } = useQuery(organizationId ?? null, () => client.serviceAccount.list({ query }));
  return (id) => data?.find((one) => one.id === id)?.name ?? null;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly key: string }
  | { readonly kind: "rotate" | "remove"; readonly target: ApiKey };

function Keys({ ownerId, organizationId, text, focusOnMount }: KeysProps): ReactElement {
  const client = useApiKeyClient();
  const { texts } = useAuthUi();
  const words = useApiKeyUi().texts;
  const max = useCapabilities()?.plugins["api-key"]?.maxKeys;
  const showToast = useToast();
  const query = organizationId === undefined ? {} : { organizationId };
  const { data, error, isPending, reload } = useQuery(ownerId, () => client.apiKey.list({ query }));
  const nameServiceAccount = useServiceAccountNames(organizationId);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const keys = data?.apiKeys ?? [];
  const isFull = max !== undefined && keys.filter(({ graceUntil }) => graceUntil === null).length >= max;

  const close = (): void => {
    setOpen(null);
    setProblem(null);
  };
  const reveal = (key: string): void => {
    setOpen({ kind: "reveal", key });
    void reload();
  };
  const setEnabled = async ({ id }: ApiKey, enabled: boolean): Promise<void> => {
    setProblem(null);
    const { error: refused } = await client.apiKey.update({ keyId: id, enabled });
    if (refused) return setProblem({ id, text: errorText(texts, refused) });
    showToast({ text: enabled ? words.turnedOn : words.turnedOff });
    await reload();
  };
  const act = (action: KeyAction, target: ApiKey): void => {
    if (action === "on" || action === "off") void setEnabled(target, action === "on");
    else setOpen({ kind: action, target });
  };
  const confirm = async (kind: "rotate" | "remove", { id }: ApiKey): Promise<void> => {
    setBusy(true);
    const result =
      kind === "rotate" ? await client.apiKey.rotate({ keyId: id }) : await client.apiKey.delete({ keyId: id });
    setBusy(false);
    if (result.error) return setProblem({ id, text: errorText(texts, result.error) });
    if ("key" in result.data) return reveal(result.data.key);
    showToast({ text: words.removed });
    close();
    await reload();
  };

  const create = (
    <Button
      ref={createButton}
      size="small"
      blocked={isFull}
      onClick={() => {
        setProblem(null);
        setOpen({ kind: "create" });
      }}
    >
      {words.create}
    </Button>
  );
  return (
    <Section title={words.title} text={text} focusOnMount={focusOnMount} actions={data ? create : null}>
      {isFull && max ? <p className="lk-note">{fill(words.full, { max: String(max) })}</p> : null}
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
      {error && !data ? null : (
        <Loading pending={isPending && !data} skeleton={<RowsSkeleton rows={3} />}>
          {keys.length === 0 ? (
            <EmptyState icon="key-round" title={words.none} />
          ) : (
            <ul className="lk-rows" aria-label={words.title}>
              {keys.map((one) => (
                <KeyItem
                  key={one.id}
                  apiKey={one}
                  serviceAccount={nameServiceAccount(one.referenceId)}
                  problem={open === null && problem?.id === one.id ? problem.text : null}
                  onAction={(action) => act(action, one)}
                />
              ))}
            </ul>
          )}
        </Loading>
      )}
      {open?.kind === "create" ? (
        <CreateKeyDialog
          organizationId={organizationId}
          returnFocusTo={createButton}
          onCreated={reveal}
          onClose={close}
        />
      ) : null}
      {open?.kind === "reveal" ? <RevealDialog apiKey={open.key} returnFocusTo={createButton} onClose={close} /> : null}
      {open?.kind === "rotate" || open?.kind === "remove" ? (
        <ConfirmDialog
          open
          variant={open.kind === "rotate" ? "primary" : "destructive"}
          title={fill(open.kind === "rotate" ? words.rotateTitle : words.removeTitle, {
            name: nameOf(words, open.target),
          })}
          text={open.kind === "rotate" ? words.rotateText : words.removeText}
          confirm={open.kind === "rotate" ? words.rotate : words.remove}
          busy={busy}
          error={problem?.id === open.target.id ? problem.text : null}
          returnFocusTo={createButton}
          onConfirm={() => void confirm(open.kind, open.target)}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}
