/** The button that creates a setup link. */

import { type ReactElement, useState } from "react";
import type { Membership } from "../../organization/use-membership.ts";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Checkbox } from "../../primitives/checkbox.tsx";
import { FormDialog } from "../../primitives/form-dialog.tsx";
import { useListDialog } from "../../primitives/managed-list.tsx";
import { SecretDialog } from "../../primitives/secret-dialog.tsx";
import { useForm } from "../../primitives/use-form.ts";
import { appUrl } from "../../social/current-url.ts";
import { useSsoClient, useSsoUi } from "../ui.ts";
import { useSetupStep } from "./use-setup-step.ts";

/**
 * Creates a link for someone without an account. If the member can connect a directory, it first asks whether the link
 * permits that, too.
 */
export function SetupLinkButton({ membership }: { readonly membership: Membership }): ReactElement {
  const client = useSsoClient();
  const { setupPath, texts } = useSsoUi();
  const words = texts.providers;
  const canConnect = useSetupStep(membership.can) !== null;
  const [isAsking, setAsking] = useState(false);
  const { open, show, send, isBusy, problemOf, opener } = useListDialog<{ readonly url: string }>(async () => {});
  const { id: organizationId } = membership.organization;
  const invite = (directory: boolean): Promise<void> =>
    send(
      organizationId,
      () => client.sso.setupLink({ organizationId, callbackURL: appUrl(setupPath), directory }),
      (link) => {
        setAsking(false);
        show(link);
      },
    );
  const form = useForm(async (values) => {
    await invite(values.get("directory") !== null);
    return { error: null };
  });
  const problem = problemOf(organizationId);
  return (
    <>
      <ErrorAlert error={isAsking ? null : problem} />
      <Button
        ref={opener}
        path="/sso/setup-link"
        variant="secondary"
        busy={!isAsking && isBusy(organizationId)}
        onClick={() => (canConnect ? setAsking(true) : void invite(false))}
      >
        {words.link}
      </Button>
      {isAsking ? (
        <FormDialog
          open
          title={words.link}
          text={words.linkText}
          submit={words.createLink}
          busy={isBusy(organizationId)}
          problem={problem}
          returnFocusTo={opener}
          onSubmit={form.onSubmit}
          onClose={() => {
            setAsking(false);
            show(null);
          }}
        >
          <Checkbox name="directory" label={words.linkDirectory} />
        </FormDialog>
      ) : null}
      {open ? (
        <SecretDialog
          title={words.linkTitle}
          text={words.linkText}
          done={words.done}
          values={[{ label: words.linkLabel, value: open.url, copy: words.copy }]}
          returnFocusTo={opener}
          onClose={() => show(null)}
        />
      ) : null}
    </>
  );
}
