/** The profile section of the account page: picture, name, the app's fields, rows of plugins, and email. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useState } from "react";
import { ErrorAlert, type ErrorAlertProps } from "../primitives/alert.tsx";
import { Field } from "../primitives/field.tsx";
import { ImageField } from "../primitives/image-field.tsx";
import { Row, Rows } from "../primitives/row.tsx";
import { textOf } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";
import { AppFieldRow } from "./app-field-row.tsx";
import { EmailRow } from "./email-row.tsx";
import { SectionFrame } from "./section-frame.tsx";

/** The user's profile. Renders nothing if no one is signed in. */
export function AccountProfile(props: AccountSectionProps): ReactElement {
  return <WithUser>{(user) => <Profile {...props} user={user} />}</WithUser>;
}

interface ProfileProps extends AccountSectionProps {
  readonly user: SignedInUser;
}

function Profile({ user, focusOnMount = false }: ProfileProps): ReactElement {
  const { texts, plugins } = useAuthUi();
  const fields = useCapabilities()?.signUp.fields ?? [];
  return (
    <SectionFrame title={texts.profile.title} text={texts.profile.subtitle} focusOnMount={focusOnMount}>
      <Rows>
        <PictureRow user={user} />
        <NameRow user={user} />
        {fields.map((field) => (
          <AppFieldRow key={field.name} field={field} user={user} />
        ))}
        {plugins.map(({ id, account }) =>
          account?.ProfileRows ? (
            <SetupBoundary key={id}>
              <account.ProfileRows />
            </SetupBoundary>
          ) : null,
        )}
        {/* Guests add an email when they sign up. */}
        {isGuest(user) ? null : <EmailRow user={user} />}
      </Rows>
    </SectionFrame>
  );
}

interface UserRowProps {
  readonly user: SignedInUser;
}

function PictureRow({ user }: UserRowProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorAlertProps["error"]>(null);
  const save = async (image: string | null): Promise<void> => {
    setBusy(true);
    const result = await client.updateUser({ image });
    setBusy(false);
    setError(result.error);
  };
  const canSave = useCanCall()("/update-user") !== false;
  const value = (
    <>
      <ImageField
        kind="user"
        name={user.name || user.email}
        image={user.image}
        busy={busy}
        readOnly={!canSave}
        onChange={(image) => void save(image)}
      />
      <ErrorAlert error={error} />
    </>
  );
  return <Row label={texts.profile.image} value={value} />;
}

function NameRow({ user }: UserRowProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  return (
    <Row
      label={texts.name}
      value={user.name ? <bdi>{user.name}</bdi> : <span className="lk-muted">{texts.account.notSet}</span>}
      {...(user.name ? {} : { edit: texts.account.add })}
      path="/update-user"
      inline={{
        fields: (errors) => (
          <Field
            label={texts.name}
            hideLabel
            name="name"
            autoComplete="name"
            required
            maxLength={255}
            defaultValue={user.name}
            error={errors.name}
          />
        ),
        save: (values) => client.updateUser({ name: textOf(values, "name").trim() }),
      }}
    />
  );
}
