// @vitest-environment jsdom

/** Tests editable rows and edit dialogs. */

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, prepareElements, show } from "../../test/primitives.tsx";
import { en } from "../texts/en.ts";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Row, RowGroup } from "./row.tsx";

prepareElements();

const refused = { code: "NAME_TAKEN", message: "Taken.", status: 400, statusText: "", details: {} };

test("one row is open at a time; Enter saves, Escape cancels, and focus returns to Edit", async () => {
  const save = vi.fn(async (values: FormData) => ({ error: values.get("name") === "Bob" ? refused : null }));
  const inline = (label: string) => ({
    fields: (errors: Readonly<Record<string, string>>) => (
      <Field label={label} name="name" defaultValue="Ann" error={errors.name} />
    ),
    save,
    fieldByErrorCode: { NAME_TAKEN: "name" },
  });
  const { person } = await show(
    <RowGroup>
      <Row label="Name" value="Ann" inline={inline("New name")} />
      <Row label="Nickname" value="Annie" inline={inline("New nickname")} />
    </RowGroup>,
  );
  await person.click(button("Edit Name"));
  expect(document.activeElement).toBe(screen.getByLabelText("New name"));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("Edit Name")));
  expect(save).not.toHaveBeenCalled();

  await person.click(button("Edit Nickname"));
  await person.click(button("Edit Name"));
  expect(screen.queryByLabelText("New nickname")).toBeNull();
  await person.keyboard("Bob{Enter}");
  await waitFor(() => expect(screen.getByLabelText("New name").getAttribute("aria-invalid")).toBe("true"));
  await person.clear(screen.getByLabelText("New name"));
  await person.keyboard("Cleo{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(button("Edit Name")));
  expect(screen.getByText(en.saved)).toBeTruthy();
});

test("a row opens its dialog, and focus returns to the row", async () => {
  const { person } = await show(
    <Row
      label="Email"
      value="ann@example.com"
      dialog={(state) => (
        <FormDialog
          {...state}
          title="Change email"
          text="."
          submit="Go"
          busy={false}
          problem={null}
          onSubmit={() => {}}
        >
          <Field label="New email" name="email" />
        </FormDialog>
      )}
    />,
  );
  await person.click(button("Edit Email"));
  expect(document.activeElement).toBe(await screen.findByLabelText("New email"));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("Edit Email")));
});

test("a button's name includes its row's label, unless the label is the action itself", async () => {
  await show(
    <>
      <Row label="Email" value="ann@example.com" edit="Change" dialog={() => null} />
      <Row label="Delete organization" value="." edit="Delete organization" dialog={() => null} />
    </>,
  );
  expect(button("Change (Email)").textContent).toBe("Change");
  expect(screen.getAllByRole("button").map((one) => one.ariaLabel)).toEqual(["Change (Email)", "Delete organization"]);
});

test("Escape in an edited dialog asks first; Cancel doesn't", async () => {
  const onClose = vi.fn();
  const { person } = await show(
    <FormDialog
      open
      title="Rename"
      text="."
      submit="Go"
      busy={false}
      problem={null}
      onSubmit={() => {}}
      onClose={onClose}
    >
      <Field label="Name" name="name" />
    </FormDialog>,
  );
  await person.type(screen.getByLabelText("Name"), "A");
  await person.keyboard("{Escape}");
  const question = within(await screen.findByRole("alertdialog", { name: en.discardTitle }));
  await person.click(question.getByRole("button", { name: en.keepEditing }));
  expect(onClose).not.toHaveBeenCalled();
  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("button", { name: en.discard }));
  expect(onClose).toHaveBeenCalledOnce();
  await person.click(button(en.cancel));
  expect(onClose).toHaveBeenCalledTimes(2);
});
