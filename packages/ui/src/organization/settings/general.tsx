/** The section with the organization's logo, name, and slug. */

import { type ReactElement, useState } from "react";
import { Avatar, isImageUrl } from "../../primitives/avatar.tsx";
import { Field } from "../../primitives/field.tsx";
import { ImageField } from "../../primitives/image-field.tsx";
import { Row, Rows } from "../../primitives/row.tsx";
import { Section } from "../../primitives/section.tsx";
import { textOf } from "../../primitives/use-form.ts";
import { useAuthUi } from "../../provider/context.ts";
import { errorText } from "../../texts/texts.ts";
import { type OrganizationDetails, useOrganizationClient } from "../client.ts";
import { type OrganizationSectionProps, SectionFrame } from "../section-frame.tsx";
import { invalidSlugError, isSlug, SlugField, useSlugCheck } from "../slug.tsx";
import { useOrganizationUi } from "../ui.ts";

/** The profile of the active organization, editable by members with permission. */
export function OrganizationGeneral({ focusOnMount }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>
      {({ organization, canDo }) => (
        <General
          organization={organization}
          canUpdate={canDo("organization:update", "/organization/update")}
          focusOnMount={focusOnMount ?? false}
        />
      )}
    </SectionFrame>
  );
}

interface RowsProps {
  readonly organization: OrganizationDetails;
  readonly canUpdate: boolean;
}

function General({ focusOnMount, ...rows }: RowsProps & { readonly focusOnMount: boolean }): ReactElement {
  const { general } = useOrganizationUi().texts;
  return (
    <Section title={general.title} text={general.subtitle} focusOnMount={focusOnMount}>
      <Rows>
        <LogoRow {...rows} />
        <NameRow {...rows} />
        <SlugRow {...rows} />
      </Rows>
    </Section>
  );
}

function LogoRow({ organization, canUpdate }: RowsProps): ReactElement {
  const client = useOrganizationClient();
  const { texts } = useAuthUi();
  const { general } = useOrganizationUi().texts;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id: organizationId, name, logo } = organization;
  const save = async (image: string | null): Promise<void> => {
    if (image !== null && !isImageUrl(image)) return setProblem(texts.imageFailed);
    setBusy(true);
    const { error } = await client.organization.update({ organizationId, data: { logo: image } });
    setBusy(false);
    setProblem(error ? errorText(texts, error) : null);
  };
  const picture = canUpdate ? (
    <ImageField
      kind="organization"
      name={name}
      image={logo}
      busy={busy}
      onChange={(image) => {
        void save(image);
      }}
    />
  ) : (
    <Avatar size="large" shape="square" name={name} image={logo} />
  );
  return <Row label={general.logo} value={picture} error={problem} />;
}

function NameRow({ organization, canUpdate }: RowsProps): ReactElement {
  const client = useOrganizationClient();
  const { general } = useOrganizationUi().texts;
  const { id: organizationId, name } = organization;
  const inline = {
    fields: (errors: Readonly<Record<string, string>>) => (
      <Field
        label={general.name}
        hideLabel
        name="name"
        autoComplete="off"
        required
        maxLength={255}
        defaultValue={name}
        error={errors.name}
      />
    ),
    save: (values: FormData) =>
      client.organization.update({ organizationId, data: { name: textOf(values, "name").trim() } }),
  };
  return (
    <Row
      label={general.name}
      value={
        <bdi className="lk-truncate" title={name}>
          {name}
        </bdi>
      }
      {...(canUpdate ? { inline } : {})}
    />
  );
}

const slugCodes = { ORGANIZATION_SLUG_ALREADY_TAKEN: "slug", INVALID_SLUG: "slug" };

function SlugRow({ organization, canUpdate }: RowsProps): ReactElement {
  const client = useOrganizationClient();
  const { general } = useOrganizationUi().texts;
  const { id: organizationId, slug } = organization;
  const inline = {
    fields: (errors: Readonly<Record<string, string>>) => <SlugInput slug={slug} error={errors.slug} />,
    fieldByErrorCode: slugCodes,
    async save(values: FormData) {
      const typed = textOf(values, "slug").trim();
      // The slug of an imported organization can have a different format, and stays valid until it's changed.
      if (typed === slug) return { error: null };
      if (!isSlug(typed)) return { error: invalidSlugError };
      return client.organization.update({ organizationId, data: { slug: typed } });
    },
  };
  return (
    <Row label={general.slug} value={<bdi className="lk-truncate">{slug}</bdi>} {...(canUpdate ? { inline } : {})} />
  );
}

function SlugInput({ slug, error }: { readonly slug: string; readonly error: string | undefined }): ReactElement {
  const { general } = useOrganizationUi().texts;
  const [value, setValue] = useState(slug);
  const check = useSlugCheck(slug);
  return (
    <SlugField hideLabel value={value} onChange={setValue} check={check} error={error} hint={general.slugWarning} />
  );
}
