// @vitest-environment jsdom

import { deviceAuthorization, deviceGrantType } from "@latchkey/device-authorization";
import { deviceAuthorizationClient } from "@latchkey/device-authorization/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, watchScreens, wholeText } from "../../test/site.tsx";
import { firefox } from "../../test/user-agents.ts";
import { oauthProviderUi } from "../oauth-provider/plugin.tsx";
import { oauthProviderEn } from "../oauth-provider/texts.ts";
import { fill } from "../texts/texts.ts";
import { DeviceScreen } from "./device-screen.tsx";
import { deviceAuthorizationUi } from "./plugin.tsx";
import { deviceEn as words } from "./texts.ts";

history.replaceState(null, "", "/device");

watchScreens();

const plugins = [deviceAuthorizationUi()];

interface Asked {
  readonly device_code: string;
  readonly user_code: string;
}

async function start(options: object = {}) {
  const clients = [{ clientId: "tv", name: "TV app" }];
  const site = await startSite({ plugins: [deviceAuthorization({ clients, ...options })] }, [
    deviceAuthorizationClient(),
  ]);
  const device = site.browser();
  const ask = async (scope = "read write") => {
    const input = { client_id: "tv", scope };
    return (await device.post<Asked>("/device/code", input, { "user-agent": firefox })).body;
  };
  const redeem = async (code: string) => {
    const body = { grant_type: deviceGrantType, device_code: code, client_id: "tv" };
    return (await device.post<{ error?: string; access_token?: string }>("/device/token", body)).body;
  };
  const visit = site.visit();
  return { site, ask, redeem, visit };
}

const submit = (): HTMLElement => screen.getByRole("button", { name: words.submit });

test("a user types the code, compares it with the device's, and connects the device", async () => {
  const { ask, redeem, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const { device_code, user_code } = await ask();
  const { person } = visit.show(<DeviceScreen />, { plugins });
  const typed = `${user_code.slice(0, 4)}-${user_code.slice(4)}`;
  await person.type(await screen.findByLabelText(words.code), typed.toLowerCase());
  await person.click(submit());
  await screen.findByRole("heading", { name: fill(words.confirmTitle, { app: "TV app" }) });
  screen.getByText(wholeText(fill(words.confirmText, { code: typed })));
  screen.getByText(words.warning);
  screen.getByText("read");
  screen.getByText("write");
  screen.getByText(/Firefox/);
  expect(await redeem(device_code)).toMatchObject({ error: "authorization_pending" });
  await person.click(screen.getByRole("button", { name: words.approve }));
  await screen.findByRole("heading", { name: words.doneTitle });
  expect((await redeem(device_code)).access_token).toBeTruthy();
});

test("the page names the account that gets connected, and another user can continue with the typed code", async () => {
  const { ask, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const { user_code } = await ask();
  const { person } = visit.show(<DeviceScreen />, { plugins });
  await person.type(await screen.findByLabelText(words.code), user_code);
  await person.click(submit());
  const link = await screen.findByRole("link", { name: words.otherAccount });
  const account = link.parentElement as HTMLElement;
  expect(account.textContent).toContain(words.signedInAs);
  within(account).getByText("ann@example.com");
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", location.href);
  expect([pathname, searchParams.get("redirectTo")]).toEqual(["/sign-in", `/device?user_code=${user_code}`]);
});

test("scopes appear in the words of the consent page", async () => {
  const { ask, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const { user_code } = await ask("openid profile videos:write secrets profile");
  const oauthProvider = oauthProviderUi({ scopes: { "videos:write": "Upload videos" } });
  const { person } = visit.show(<DeviceScreen search={`?user_code=${user_code}`} />, {
    plugins: [...plugins, oauthProvider],
  });
  await screen.findByLabelText(words.code);
  await person.click(submit());
  const items = await screen.findAllByRole("listitem");
  const { openid, profile } = oauthProviderEn.scopes;
  expect(items.map(({ textContent }) => textContent)).toEqual([openid, profile, "Upload videos", "secrets"]);
});

test("DEVC-02: an app's name can't reverse the surrounding text", async () => {
  const { ask, visit } = await start({ clients: [{ clientId: "tv", name: "TV\u202e app\u200b" }] });
  await visit.browser.signUp("ann@example.com");
  const { user_code } = await ask();
  const { person } = visit.show(<DeviceScreen search={`?user_code=${user_code}`} />, { plugins });
  await screen.findByLabelText(words.code);
  await person.click(submit());
  const title = await screen.findByRole("heading", { level: 1, name: fill(words.confirmTitle, { app: "TV app" }) });
  expect(title.textContent).toBe(fill(words.confirmTitle, { app: "TV app" }));
  expect(screen.getByText("TV app").textContent).toBe("TV app");
});

test("DEVC-02: the link's code is filled in but not submitted, and a device can be denied", async () => {
  const { ask, redeem, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const { device_code, user_code } = await ask();
  const { person } = visit.show(<DeviceScreen search={`?user_code=${user_code}`} />, { plugins });
  const field = await screen.findByLabelText<HTMLInputElement>(words.code);
  expect(field.value).toBe(user_code);
  expect(visit.asked.filter((path) => path.startsWith("/device"))).toEqual([]);
  await person.click(submit());
  await person.click(await screen.findByRole("button", { name: words.deny }));
  await screen.findByRole("heading", { name: words.deniedTitle });
  expect(await redeem(device_code)).toMatchObject({ error: "access_denied" });
  await person.click(screen.getByRole("button", { name: words.another }));
  await person.click(await screen.findByRole("button", { name: words.submit }));
  await screen.findByText(words.errors.invalid_request as string);
});

test("once a code has been used elsewhere, the page only offers to enter another one", async () => {
  const { ask, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const { user_code } = await ask();
  const { person } = visit.show(<DeviceScreen search={`?user_code=${user_code}`} />, { plugins });
  await screen.findByLabelText(words.code);
  await person.click(submit());
  const approve = await screen.findByRole("button", { name: words.approve });
  await visit.browser.post("/device/deny", { userCode: user_code });
  await person.click(approve);
  await screen.findByText(words.errors.invalid_request as string);
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual([words.invalidTitle]);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  expect(screen.queryByText(words.warning)).toBeNull();
  expect(screen.getAllByRole("button")).toEqual([screen.getByRole("button", { name: words.another })]);
});

test("DEVC-02: if codes must be typed, the link's code isn't filled in", async () => {
  const { visit } = await start({ requireTypedCode: true });
  await visit.browser.signUp("ann@example.com");
  visit.show(<DeviceScreen search="?user_code=BCDFGHJK" />, { plugins });
  expect((await screen.findByLabelText<HTMLInputElement>(words.code)).value).toBe("");
});

test("a wrong code is reported at its field", async () => {
  const { visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<DeviceScreen />, { plugins });
  const field = await screen.findByLabelText(words.code);
  await person.type(field, "BCDFGHJK{Enter}");
  await screen.findByText(words.errors.invalid_request as string);
  expect(document.activeElement).toBe(field);
});

test("a signed-out user is redirected to sign in, with this page as the destination", async () => {
  const { visit } = await start();
  visit.show(<DeviceScreen />, { plugins });
  await waitFor(() => expect(visit.went[0]).toContain("redirectTo=%2Fdevice"));
});
