/** The card for the user's name and picture. */

import { useAuthClient } from "@latchkey/react";
import { type FocusEvent, type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Avatar, isImageUrl } from "../primitives/avatar.tsx";
import { Button } from "../primitives/button.tsx";
import { Card } from "../primitives/card.tsx";
import { Field } from "../primitives/field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useAuthUi } from "../provider/context.ts";
import { useFormExtensions } from "../provider/plugin.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";

/** Props of `ProfileCard`. */
export interface ProfileCardProps {
  readonly className?: string;
}

const invalidImageError = { code: "INVALID_IMAGE", message: "", status: 0, statusText: "", details: {} } as const;

/** Lets users change their name and picture. Renders nothing if no one is signed in. */
export function ProfileCard({ className }: ProfileCardProps): ReactElement {
  return <WithUser>{(user) => <Profile user={user} className={className} />}</WithUser>;
}

interface ProfileProps {
  readonly user: SignedInUser;
  readonly className: string | undefined;
}

function Profile({ user, className }: ProfileProps): ReactElement {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const [preview, setPreview] = useState<{ readonly name: string; readonly image: string } | null>(null);
  const [saved, setSaved] = useState(0);
  const pluginFields = useFormExtensions("profile");
  const form = useForm(
    async (values) => {
      setSaved(0);
      const image = textOf(values, "image").trim();
      if (image && !isImageUrl(image)) return { error: invalidImageError };
      const result = await client.updateUser({
        name: textOf(values, "name").trim(),
        image: image || null,
        ...pluginFields.getValues(values),
      });
      if (!result.error) setSaved((count) => count + 1);
      return result;
    },
    { INVALID_IMAGE: "image", ...pluginFields.fieldByErrorCode },
  );
  // Updates the preview on blur, because each keystroke would request an incomplete URL.
  const look = ({ currentTarget }: FocusEvent<HTMLFormElement>): void => {
    const values = new FormData(currentTarget);
    setPreview({ name: textOf(values, "name"), image: textOf(values, "image").trim() });
  };
  return (
    <Card wide title={texts.profile.title} subtitle={texts.profile.subtitle} className={className}>
      <form className="lk-form" onSubmit={form.onSubmit} onBlur={look} noValidate>
        <ErrorAlert error={form.problem} />
        {saved ? (
          <Alert key={saved} tone="success">
            {texts.profile.saved}
          </Alert>
        ) : null}
        <Avatar
          size="large"
          name={preview?.name || user.name || user.email}
          image={preview ? preview.image : user.image}
        />
        <Field
          label={texts.name}
          name="name"
          autoComplete="name"
          required
          maxLength={255}
          defaultValue={user.name}
          error={form.fieldErrors.name}
        />
        <Field
          label={texts.profile.image}
          name="image"
          type="url"
          autoComplete="photo"
          maxLength={2048}
          defaultValue={user.image ?? ""}
          hint={texts.profile.imageHint}
          error={form.fieldErrors.image}
        />
        {pluginFields.extensions.map(({ id, Fields }) => (
          <Fields key={id} errors={form.fieldErrors} />
        ))}
        <Button type="submit" busy={form.busy}>
          {texts.save}
        </Button>
      </form>
    </Card>
  );
}
