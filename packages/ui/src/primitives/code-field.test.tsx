// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { CodeField, type CodeFieldProps } from "./code-field.tsx";

watchScreens();

async function show(props: Partial<CodeFieldProps> = {}) {
  const onSubmit = vi.fn();
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget).get("code"));
      }}
    >
      <CodeField label="Code" name="code" length={6} {...props} />
    </form>
  );
  const { person } = (await startSite()).visit().show(form);
  return { person, onSubmit, input: screen.getByLabelText<HTMLInputElement>("Code") };
}

test("a complete code is submitted, and not again until it changes", async () => {
  const { person, onSubmit, input } = await show();
  await person.type(input, "12a345");
  expect([input.value, onSubmit.mock.calls]).toEqual(["12345", []]);
  await person.type(input, "6");
  expect(onSubmit.mock.calls).toEqual([["123456"]]);
  await person.type(input, "7");
  expect([input.value, onSubmit.mock.calls.length]).toEqual(["123456", 1]);
  await person.type(input, "{Backspace}6");
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test("a code can be pasted with spaces and dashes", async () => {
  const { person, onSubmit, input } = await show();
  await person.click(input);
  await person.paste(" 123 456\n");
  expect([input.value, onSubmit.mock.calls]).toEqual(["123456", [["123456"]]]);
});

test("a code with letters keeps its case and its dash", async () => {
  const onWhole = vi.fn();
  const { person, onSubmit, input } = await show({ kind: "letters", length: 11, onComplete: onWhole });
  await person.click(input);
  await person.paste("aB3dE-fG7hI ");
  expect([input.value, onWhole.mock.calls, onSubmit.mock.calls]).toEqual(["aB3dE-fG7hI", [["aB3dE-fG7hI"]], []]);
});

test("browsers and phones can autofill it", async () => {
  const { input } = await show();
  expect([input.autocomplete, input.inputMode, input.getAttribute("spellcheck")]).toEqual([
    "one-time-code",
    "numeric",
    "false",
  ]);
});
