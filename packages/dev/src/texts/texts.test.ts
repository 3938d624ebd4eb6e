import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { developerOf } from "../../test/callers.ts";
import { devConsole } from "../plugin.ts";
import { createTextCatcher } from "./catcher.ts";

const number = "+447400123456";

test("the console shows the texts that the app passes to the catcher, to developers only", async () => {
  const texts = createTextCatcher();
  const app = await startAuth({ plugins: [devConsole({ texts })] });
  const developer = await developerOf(app);
  expect((await developer.get("/dev/texts")).body).toEqual([]);
  texts.send({ phoneNumber: "<b>", code: "123456" });
  const { body } = await developer.get<object[]>("/dev/texts");
  expect(body).toMatchObject([{ id: "1", phoneNumber: "<b>", code: "123456" }]);
  const page = (await developer.get<string>("/dev")).body;
  expect(page).toContain("<strong>123456</strong>");
  expect(page).toContain("to &#60;b&#62;");
  expect((await app.browser().get("/dev/texts")).status).toBe(403);
});

test("the catcher keeps the last 200 texts, and none after they're cleared", () => {
  const texts = createTextCatcher();
  for (let at = 0; at < 201; at++) texts.send({ phoneNumber: number, code: String(at) });
  expect([texts.list().length, texts.list()[0]?.code, texts.list()[199]?.code]).toEqual([200, "200", "1"]);
  texts.clear();
  expect(texts.list()).toEqual([]);
});

test("an invalid catcher is rejected with an error that names the option", () => {
  expect(() => devConsole({ texts: {} as never })).toThrow("devConsole: texts must be a text catcher");
});
