// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { callbackErrorText } from "./use-callback-error.ts";

history.replaceState(null, "", "/sign-in");

watchScreens();
beforeEach(() => history.replaceState({ of: "the router" }, "", "/sign-in"));

/** Error codes from the callback, RFC 6749 section 4.1.2.1, and OpenID Connect Core section 3.1.2.6. */
const codes = `
  invalid_callback_request state_not_found please_restart_the_process no_code no_callback_url oauth_provider_not_found
  invalid_code issuer_missing issuer_mismatch unable_to_get_user_info email_not_found email_does_not_match
  email_not_verified account_already_linked_to_different_user unable_to_link_account account_not_linked signup_disabled
  unable_to_create_user unable_to_create_session internal_server_error
  access_denied server_error temporarily_unavailable invalid_request invalid_scope unauthorized_client
  unsupported_response_type login_required interaction_required account_selection_required consent_required
`;

describe("the error that a callback leaves in the URL", () => {
  test.each(codes.trim().split(/\s+/))("%s has a text", (code) => {
    const said = callbackErrorText(en, code);
    expect(said).toMatch(/^[A-Z].*\.$/);
    expect(said).not.toBe(en.social.errors.unknown);
    expect(said).not.toContain(code);
  });

  test("has a text for each of core's errors", () => {
    const own = codes.trim().split(/\s+/).slice(0, 20);
    expect(new Set(own.map((code) => callbackErrorText(en, code))).size).toBe(own.length);
  });

  test("has the usual text for a gate's error", () => {
    expect(callbackErrorText(en, "TOO_MANY_REQUESTS")).toBe(en.errors.TOO_MANY_REQUESTS);
  });

  test.each(["", "unknown", "constructor", "__proto__", "<b>Call 0900 1234</b>"])(
    "OAUTH-33: %j is never shown",
    (code) => {
      expect(callbackErrorText(en, code)).toBe(en.social.errors.unknown);
    },
  );
});

test.each([
  ["SignIn", <SignIn key="in" />],
  ["SignUp", <SignUp key="up" />],
])("%s shows the error, and removes only the error from the URL", async (_, screenOf) => {
  const visit = (await startSite()).visit();
  history.replaceState({ of: "the router" }, "", "/sign-in?next=%2Fa&error=access_denied&error_description=No%21#top");
  const { rerender } = visit.show(<StrictMode>{screenOf}</StrictMode>);
  screen.getByText(en.social.errors.access_denied ?? "");
  await waitFor(() => expect(location.href).toBe("http://app.test/sign-in?next=%2Fa#top"));
  expect(history.state).toEqual({ of: "the router" });
  rerender(visit.wrap(<StrictMode>{screenOf}</StrictMode>));
  screen.getByText(en.social.errors.access_denied ?? "");
});

test("another attempt replaces the message", async () => {
  const visit = (await startSite()).visit();
  history.replaceState(null, "", "/sign-in?error=access_denied");
  const { person } = visit.show(<SignIn />);
  await person.type(screen.getByLabelText(en.email), "nobody@example.com");
  await person.type(screen.getByLabelText(en.password), "not the password");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await screen.findByText(en.errors.INVALID_EMAIL_OR_PASSWORD ?? "");
  expect(screen.queryByText(en.social.errors.access_denied ?? "")).toBeNull();
});

test("if the app passes the query string, its error is shown, and the page's URL doesn't change", async () => {
  const visit = (await startSite()).visit();
  history.replaceState(null, "", "/sign-in?error=server_error");
  visit.show(<SignIn search="?error=no_code" />);
  expect(screen.getByRole("alert").textContent).toBe(en.social.errors.no_code);
  expect(location.search).toBe("?error=server_error");
});
