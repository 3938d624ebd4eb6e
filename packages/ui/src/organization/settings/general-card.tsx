/** Name, short name and logo. */

import { type FocusEvent, type ReactElement, useState } from "react";
import { Alert } from "../../primitives/alert.tsx";
import { Avatar, isImageAddress } from "../../primitives/avatar.tsx";
import { Button } from "../../primitives/button.tsx";
import { Card } from "../../primitives/card.tsx";
import { Field } from "../../primitives/field.tsx";
import { textOf, useForm } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { type ShownOrganization, useOrganizationClient } from "../client.ts";
import { ForOrganization } from "../for-organization.tsx";
import { isSlug, notASlug, SlugField, useSlugCheck } from "../slug.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useMay } from "../use-active.ts";

/** What `GeneralCard` takes. */
export interface GeneralCardProps {
  readonly className?: string;
}

/** What the active organization is called; to be changed by those who may. */
export function GeneralCard({ className }: GeneralCardProps): ReactElement {
  return (
    <ForOrganization>
      {({ organization }) => <General organization={organization} className={className} />}
    </ForOrganization>
  );
}

interface GeneralProps {
  readonly organization: ShownOrganization;
  readonly className: string | undefined;
}

function General({ organization, className }: GeneralProps): ReactElement {
  const { general } = useOrganizationUi().texts.general;
  const mayUpdate = useMay("organization", "update");
  return (
    <Card wide title={general.title} subtitle={general.subtitle} className={className}>
      {mayUpdate ? <GeneralForm organization={organization} /> : <Facts organization={organization} />}
    </Card>
  );
}

function Facts({ organization: { name, slug, logo } }: Pick<GeneralProps, "organization">): ReactElement {
  return (
    <div className="lk-person">
      <Avatar large name={name} image={logo} />
      <div className="lk-list-text">
        <p className="lk-list-title">{name}</p>
        <p className="lk-note">{slug}</p>
      </div>
    </div>
  );
}

const notAnImage = { code: "INVALID_IMAGE", message: "", status: 0, statusText: "", details: {} } as const;
const fieldOf = { ORGANIZATION_SLUG_ALREADY_TAKEN: "slug", INVALID_SLUG: "slug", INVALID_IMAGE: "logo" };

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
    // The slug of a moved organization can have another form. It stays as it is until it is changed.
    if (typed !== organization.slug && !isSlug(typed)) return { error: notASlug };
    if (logo !== "" && !isImageAddress(logo)) return { error: notAnImage };
    const result = await client.organization.update({
      organizationId: organization.id,
      data: { name: textOf(values, "name").trim(), slug: typed, logo: logo || null },
    });
    if (result.data) {
      setSlug(result.data.slug);
      setSaved((count) => count + 1);
    }
    return result;
  }, fieldOf);
  // When a field is left, not at each key: half an address would be asked for at each.
  const look = ({ currentTarget }: FocusEvent<HTMLFormElement>): void => {
    const values = new FormData(currentTarget);
    setPreview({ name: textOf(values, "name"), logo: textOf(values, "logo").trim() });
  };
  return (
    <form className="lk-form" onSubmit={form.onSubmit} onBlur={look} noValidate>
      {form.problem ? <Alert tone="error">{form.problem}</Alert> : null}
      {saved ? (
        <Alert key={saved} tone="success">
          {general.saved}
        </Alert>
      ) : null}
      <Avatar large name={preview?.name || organization.name} image={preview ? preview.logo : organization.logo} />
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
