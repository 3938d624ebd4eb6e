/** The dialog for creating an organization. */

import { type ReactElement, type RefObject, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { ImageField } from "../primitives/image-field.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { useUploadImage } from "../provider/upload.ts";
import { useOrganizationClient } from "./client.ts";
import { invalidSlugError, isSlug, SlugField, slugify, useSlugCheck } from "./slug.tsx";
import { useOrganizationUi } from "./ui.ts";

/** Props for `CreateOrganizationDialog`. */
export interface CreateOrganizationDialogProps {
  /** Runs when the organization is created and active. */
  onCreated(id: string): void;
  /** Runs on Cancel or Escape. */
  onClose(): void;
  /** Gets the focus when the dialog closes. Default: the element that had it before. */
  readonly returnTo?: RefObject<HTMLElement | null>;
}

const fieldByErrorCode = {
  ORGANIZATION_ALREADY_EXISTS: "slug",
  ORGANIZATION_SLUG_ALREADY_TAKEN: "slug",
  INVALID_SLUG: "slug",
};

/** Asks for a name and suggests a slug for it. The dialog is open while it's mounted. */
export function CreateOrganizationDialog(props: CreateOrganizationDialogProps): ReactElement {
  return (
    <SetupBoundary>
      <CreateOrganizationDialogContent {...props} />
    </SetupBoundary>
  );
}

function CreateOrganizationDialogContent(props: CreateOrganizationDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { create } = useOrganizationUi().texts;
  const [slug, setSlug] = useState("");
  const [isSlugEdited, setSlugEdited] = useState(false);
  const [name, setName] = useState("");
  const [logo, setLogo] = useState<string | null>(null);
  const canUpload = useUploadImage() !== null;
  const check = useSlugCheck();
  const form = useForm(async (values) => {
    const typed = textOf(values, "slug").trim();
    if (!isSlug(typed)) return { error: invalidSlugError };
    const result = await client.organization.create({
      name: textOf(values, "name").trim(),
      slug: typed,
      ...(logo === null ? {} : { logo }),
    });
    if (result.data) props.onCreated(result.data.id);
    return result;
  }, fieldByErrorCode);
  return (
    <FormDialog
      open
      title={create.title}
      text={create.text}
      submit={create.submit}
      busy={form.busy}
      problem={form.problem}
      returnFocusTo={props.returnTo}
      onSubmit={form.onSubmit}
      edited={logo !== null}
      onClose={props.onClose}
    >
      <Field
        label={create.name}
        name="name"
        autoComplete="organization"
        required
        maxLength={255}
        // The slug follows the name until the user edits it.
        onChange={(event) => {
          setName(event.currentTarget.value);
          if (!isSlugEdited) setSlug(slugify(event.currentTarget.value));
        }}
        onBlur={() => void check.check(slug)}
        error={form.fieldErrors.name}
      />
      <SlugField
        value={slug}
        onChange={(value) => {
          setSlugEdited(value !== "");
          setSlug(value);
        }}
        check={check}
        error={form.fieldErrors.slug}
      />
      {canUpload ? (
        <div className="lk-field">
          <span className="lk-label">{create.logo}</span>
          <ImageField kind="organization" name={name} image={logo} onChange={setLogo} />
        </div>
      ) : null}
    </FormDialog>
  );
}
