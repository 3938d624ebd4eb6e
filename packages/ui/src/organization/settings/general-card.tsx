/** The card for the organization's name, slug, and logo. */

import { type FocusEvent, type ReactElement, useState } from "react";
import { Alert, ErrorAlert } from "../../primitives/alert.tsx";
import { Avatar, isImageUrl } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { Field } from "../../primitives/field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { type OrganizationDetails, useOrganizationClient } from "../client.ts";
import { invalidSlugError, isSlug, SlugField, useSlugCheck } from "../slug.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useHasPermission } from "../use-active-membership.ts";
import { WithOrganization } from "../with-organization.tsx";

/** Props of `GeneralCard`. */
export interface GeneralCardProps {
  readonly className?: string;
}

/** The details of the active organization, editable by members with permission. */
export function GeneralCard({ className }: GeneralCardProps): ReactElement {
  return (
    <WithOrganization>
      {({ organization }) => <General organization={organization} className={className} />}
    </WithOrganization>
  );
}

interface GeneralProps {
  readonly organization: OrganizationDetails;
  readonly className: string | undefined;
}

function General({ organization, className }: GeneralProps): ReactElement {
  const { general } = useOrganizationUi().texts.general;
  const canUpdate = useHasPermission("organization", "update");
  return (
    <Card wide title={general.title} subtitle={general.subtitle} className={className}>
      {canUpdate ? <GeneralForm organization={organization} /> : <OrganizationInfo organization={organization} />}
    </Card>
  );
}

function OrganizationInfo({ organization: { name, slug, logo } }: Pick<GeneralProps, "organization">): ReactElement {
  return (
    <div className="lk-person">
      <Avatar size="large" shape="square" name={name} image={logo} />
      <div className="lk-list-text">
        <p className="lk-list-title">{name}</p>
        <p className="lk-note">{slug}</p>
      </div>
    </div>
  );
}

const invalidImageError = { code: "INVALID_IMAGE", message: "", status: 0, statusText: "", details: {} } as const;
const fieldByErrorCode = { ORGANIZATION_SLUG_ALREADY_TAKEN: "slug", INVALID_SLUG: "slug", INVALID_IMAGE: "logo" };

function GeneralForm({ organization }: Pick<GeneralProps, "organization">): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { create, general } = useOrganizationUi().texts.general;
  const [slug, setSlug] = useState(organization.slug);
  const [preview, setPreview] = useState<{ readonly name: string; readonly logo: string } | null>(null);
  const [saved, setSaved] = useState(0);
  const check = useSlugCheck(organization.slug);
  const form = useForm(async (values) => {
    setSaved(0);
    const logo = textOf(values, "logo").trim();
    const typed = textOf(values, "slug").trim();
    // The slug of a migrated organization can have another format, and stays valid until it's changed.
    if (typed !== organization.slug && !isSlug(typed)) return { error: invalidSlugError };
    if (logo !== "" && !isImageUrl(logo)) return { error: invalidImageError };
    const result = await client.organization.update({
      organizationId: organization.id,
      data: { name: textOf(values, "name").trim(), slug: typed, logo: logo || null },
    });
    if (result.data) {
      setSlug(result.data.slug);
      setSaved((count) => count + 1);
    }
    return result;
  }, fieldByErrorCode);
  // Updates the preview on blur, because each keystroke would request an incomplete URL.
  const look = ({ currentTarget }: FocusEvent<HTMLFormElement>): void => {
    const values = new FormData(currentTarget);
    setPreview({ name: textOf(values, "name"), logo: textOf(values, "logo").trim() });
  };
  return (
    <form className="lk-form" onSubmit={form.onSubmit} onBlur={look} noValidate>
      <ErrorAlert error={form.problem} />
      {saved ? (
        <Alert key={saved} tone="success">
          {general.saved}
        </Alert>
      ) : null}
      <Avatar
        size="large"
        shape="square"
        name={preview?.name || organization.name}
        image={preview ? preview.logo : organization.logo}
      />
      <Field
        label={create.name}
        name="name"
        autoComplete="off"
        required
        maxLength={255}
        defaultValue={organization.name}
        error={form.fieldErrors.name}
      />
      <SlugField value={slug} onChange={setSlug} check={check} error={form.fieldErrors.slug} />
      <Field
        label={general.logo}
        name="logo"
        type="url"
        autoComplete="off"
        maxLength={2048}
        defaultValue={organization.logo ?? ""}
        hint={general.logoHint}
        error={form.fieldErrors.logo}
      />
      <Button type="submit" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  );
}
