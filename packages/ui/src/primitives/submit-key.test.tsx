// @vitest-environment jsdom

import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, visit as newVisit, prepareElements, show } from "../../test/primitives.tsx";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Screen } from "./screen.tsx";
import { TextAreaField } from "./text-area-field.tsx";

prepareElements();

const send = () => vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());

test("Ctrl+Enter and Cmd+Enter submit the focused form once", async () => {
  const [first, second] = [send(), send()];
  const { person } = await show(
    <Screen>
      <form onSubmit={first}>
        <TextAreaField label="Note" />
        <Checkbox name="ok" label="OK" />
        <Button type="submit">Save</Button>
        <Button>Other</Button>
      </form>
      <form onSubmit={second}>
        <TextAreaField label="Comment" />
      </form>
    </Screen>,
  );
  const note = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
  await person.click(note);
  await person.keyboard("Hi{Enter}{Control>}{Enter}{/Control}");
  expect([note.value, first.mock.calls.length, second.mock.calls.length]).toEqual(["Hi\n", 1, 0]);
  await person.click(screen.getByRole("checkbox"));
  await person.keyboard("{Meta>}{Enter}{/Meta}");
  expect(first).toHaveBeenCalledTimes(2);
  await person.click(screen.getByRole("textbox", { name: "Comment" }));
  await person.keyboard("{Meta>}{Enter}{/Meta}");
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
  button("Other").focus();
  await person.keyboard("{Control>}{Enter}{/Control}");
  expect(first).toHaveBeenCalledTimes(2);
});

test("the keys also submit a dialog, in a component or alone, but not while it's busy or blocked", async () => {
  const onSubmit = send();
  const dialog = (props: { readonly busy?: boolean; readonly blocked?: boolean }) => (
    <FormDialog
      open
      title="Rename"
      text="Choose a name."
      submit="Rename"
      busy={false}
      problem={null}
      onSubmit={onSubmit}
      onClose={() => {}}
      {...props}
    >
      <TextAreaField label="Name" />
    </FormDialog>
  );
  const visit = await newVisit();
  const { person, rerender } = visit.show(<Screen>{dialog({})}</Screen>);
  const press = async (): Promise<void> => {
    within(screen.getByRole("dialog")).getByRole("textbox", { name: "Name" }).focus();
    await person.keyboard("{Control>}{Enter}{/Control}");
  };
  await press();
  expect(onSubmit).toHaveBeenCalledOnce();
  rerender(visit.wrap(<Screen>{dialog({ blocked: true })}</Screen>));
  await press();
  rerender(visit.wrap(<Screen>{dialog({ busy: true })}</Screen>));
  await press();
  expect(onSubmit).toHaveBeenCalledOnce();
  rerender(visit.wrap(dialog({})));
  await press();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});
