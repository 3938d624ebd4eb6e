/** The step of the single sign-on setup that connects a directory. */

import type { ClientError } from "@latchkey/react";
import type { ScimConnection } from "@latchkey/scim";
import { type ReactElement, useMemo, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { CopyValues } from "../primitives/copy-values.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useForm } from "../primitives/use-form.ts";
import { useQuery } from "../primitives/use-query.ts";
import type { CallPaths } from "../provider/call-paths.ts";
import type { SetupStepProps } from "../provider/types.ts";
import { useScimClient, useScimUi } from "./ui.ts";

/** Creates a token, shows it once with the URL, and says whether the directory has sent a request. */
export function DirectoryStep(props: SetupStepProps): ReactElement {
  const { organizationId, name, labels, secret: token, onSecret, onNext, onBack } = props;
  const client = useScimClient();
  const words = useScimUi().texts;
  const calls = useMemo(
    () => (organizationId === null ? linkCalls(client) : memberCalls(client, organizationId)),
    [client, organizationId],
  );
  const [isChecked, setChecked] = useState(false);
  const { data, error, isPending, reload } = useQuery(calls.path, organizationId ?? "link", calls.read);
  const form = useForm(async () => {
    const created = await calls.create(name);
    if (created.data) {
      onSecret(created.data.token);
      await reload();
    }
    return { error: created.error };
  });
  const check = (): void => void reload().then(() => setChecked(true));
  if (error && !data) return <ErrorPanel error={error} onRetry={reload} />;
  const connection = data?.connection ?? null;
  const isConnected = connection !== null && connection.lastRequestAt !== null;
  // Someone who reloads the page has lost the token. Members can replace it in the list of directories.
  const canReplace = calls.replaces && connection !== null && token === null;
  return (
    <Loading pending={data === null} skeleton={<RowsSkeleton rows={2} />}>
      <form className="lk-form" onSubmit={form.onSubmit} noValidate>
        <ErrorAlert error={form.problem} />
        {connection ? <Connection connection={connection} token={token} isChecked={isChecked && !isPending} /> : null}
        <div className="lk-dialog-actions">
          <Button variant="secondary" onClick={onBack}>
            {labels.back}
          </Button>
          <Button variant={isConnected ? "primary" : "secondary"} onClick={onNext}>
            {isConnected ? labels.next : labels.skip}
          </Button>
          {connection === null || (canReplace && !isConnected) ? (
            <Button
              type="submit"
              path={calls.createPath}
              variant={connection === null ? "primary" : "secondary"}
              busy={form.busy}
            >
              {connection === null ? words.step.create : words.replace}
            </Button>
          ) : null}
          {connection === null || isConnected ? null : (
            <Button busy={isPending} onClick={check}>
              {words.step.check}
            </Button>
          )}
        </div>
      </form>
    </Loading>
  );
}

type Failed = { readonly data: null; readonly error: ClientError };
type Result<T> = Promise<{ readonly data: T; readonly error: null } | Failed>;

/** The step's calls, for a member or for someone with a setup link. */
interface StepCalls {
  readonly path: CallPaths;
  readonly createPath: CallPaths;
  /** Whether creating again replaces the token. */
  readonly replaces: boolean;
  read(): Result<{ readonly connection: ScimConnection | null }>;
  create(name: string): Result<{ readonly token: string }>;
}

function memberCalls({ scim }: ReturnType<typeof useScimClient>, organizationId: string): StepCalls {
  return {
    path: "/scim/list-connections",
    createPath: "/scim/create-connection",
    replaces: false,
    async read() {
      const { data, error } = await scim.listConnections({ query: { organizationId } });
      return error ? { data: null, error } : { data: { connection: data.at(-1) ?? null }, error: null };
    },
    create: (name) => scim.createConnection({ organizationId, name }),
  };
}

function linkCalls({ scim: { setup } }: ReturnType<typeof useScimClient>): StepCalls {
  return {
    path: "/scim/setup/state",
    createPath: "/scim/setup/connect",
    replaces: true,
    read: () => setup.state(),
    create: (name) => setup.connect({ name }),
  };
}

interface ConnectionProps {
  readonly connection: ScimConnection;
  /** `null` if it was created before. It can't be shown again. */
  readonly token: string | null;
  readonly isChecked: boolean;
}

function Connection({ connection, token, isChecked }: ConnectionProps): ReactElement {
  const words = useScimUi().texts;
  const { baseURL, lastRequestAt } = connection;
  return (
    <>
      {token === null ? null : <p className="lk-note">{words.revealText}</p>}
      <CopyValues
        values={[
          { label: words.baseUrl, value: baseURL, copy: words.copyUrl },
          ...(token === null ? [] : [{ label: words.token, value: token, copy: words.copyToken }]),
        ]}
      />
      {lastRequestAt ? (
        <Alert tone="success">{words.step.connected}</Alert>
      ) : isChecked ? (
        <Alert tone="warning">{words.step.waiting}</Alert>
      ) : null}
    </>
  );
}
