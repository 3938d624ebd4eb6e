/** Making an organization. */

import { type ReactElement, type RefObject, useState } from "react";
import { Field } from "../primitives/field.tsx";
import { FormDialog } from "../primitives/form-dialog.tsx";
import { textOf, useForm } from "../primitives/use-form.ts";
import { useOrganizationClient } from "./client.ts";
import { isSlug, notASlug, SlugField, slugOf, useSlugCheck } from "./slug.tsx";
import { useOrganizationUi } from "./ui.ts";

/** What `CreateOrganizationDialog` takes. */
export interface CreateOrganizationDialogProps {
  /** It is made, and the active one. */
  onCreated(id: string): void;
  /** Cancel, or Escape. */
  onClose(): void;
  /** Gets the focus afterwards. Default: what had it before. */
  readonly returnTo?: RefObject<HTMLElement | null>;
}

const fieldOf = {
  ORGANIZATION_ALREADY_EXISTS: "slug",
  ORGANIZATION_SLUG_ALREADY_TAKEN: "slug",
  INVALID_SLUG: "slug",
};

/** Asks for a name, and suggests a short one made of it. Open as long as it is there. */
export function CreateOrganizationDialog(props: CreateOrganizationDialogProps): ReactElement {
  const client = useOrganizationClient();
  const { create } = useOrganizationUi().texts.general;
  const [slug, setSlug] = useState("");
  const [isOwn, setOwn] = useState(false);
  const check = useSlugCheck();
  const form = useForm(async (values) => {
    const typed = textOf(values, "slug").trim();
    if (!isSlug(typed)) return { error: notASlug };
    const result = await client.organization.create({ name: textOf(values, "name").trim(), slug: typed });
    if (result.data) props.onCreated(result.data.id);
    return result;
  }, fieldOf);
  return (
    <FormDialog
      open
      title={create.title}
      text={create.text}
      submit={create.submit}
      busy={form.busy}
      problem={form.problem}
      returnTo={props.returnTo}
      onSubmit={form.onSubmit}
      onClose={props.onClose}
    >
      <Field
        label={create.name}
        name="name"
        autoComplete="organization"
        required
        maxLength={255}
        // Until somebody writes another one, the short name follows.
        onChange={(event) => (isOwn ? undefined : setSlug(slugOf(event.currentTarget.value)))}
        onBlur={() => void check.check(slug)}
        error={form.fieldErrors.name}
      />
      <SlugField
        value={slug}
        onChange={(value) => {
          setOwn(value !== "");
          setSlug(value);
        }}
        check={check}
        error={form.fieldErrors.slug}
      />
    </FormDialog>
  );
}
