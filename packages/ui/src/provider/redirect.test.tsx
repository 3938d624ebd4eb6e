// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { currentPath, safeRedirect, type UseRedirectOptions, useRedirect, withRedirect } from "./redirect.ts";

history.replaceState(null, "", "/projects/7?tab=files#row-3");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/projects/7?tab=files#row-3"));

describe("a destination", () => {
  test.each([
    "/",
    "/projects/7",
    "/projects/7?tab=files&sort=-name#row-3",
    "/search?q=a%2Fb%5Cc%0Ad&next=https%3A%2F%2Fexample.com",
    "/search?next=//example.com/..//x",
    "/files/Jahres%C3%BCbersicht%202026.pdf",
    "/日本語/頁#見出し",
    "/@ann/~drafts/a.b..c/...",
    "/100%25",
    "/#/route/of/a/hash/router",
  ])("is kept: %s", (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  test.each([
    ["nothing", null],
    ["an empty value", ""],
    ["another origin", "https://evil.example/"],
    ["another origin without a scheme", "//evil.example/"],
    ["three slashes", "///evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a data URL", "data:text/html,x"],
    ["a relative path", "projects"],
    ["a query alone", "?a=b"],
    ["a space first", " /projects"],
    ["a backslash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash in the query", "/a?b=\\c"],
    ["a tab between slashes", "/\t/evil.example"],
    ["a line break between slashes", "/\n/evil.example"],
    ["a line break and a header", "/a\r\nSet-Cookie: a=b"],
    ["a null character", "/\0/evil.example"],
    ["a line separator", "/\u2028/evil.example"],
    ["a character that reverses the text", "/\u202Emoc.elpmaxe"],
    ["an invisible character", "/\u200b/evil.example"],
    ["half of a surrogate pair", "/\ud800"],
    ["an encoded slash", "/%2Fevil.example"],
    ["an encoded slash in lower case", "/%2fevil.example"],
    ["an encoded backslash", "/%5Cevil.example"],
    ["a slash encoded twice", "/%252Fevil.example"],
    ["a slash encoded four times", "/%2525252Fevil.example"],
    ["a slash encoded eight times", "/%25252525252525 2Fevil.example".replace(" ", "")],
    ["an encoded tab", "/%09/evil.example"],
    ["an encoded line break", "/a%0D%0Ab"],
    ["an incomplete escape", "/%"],
    ["an escape that isn't UTF-8", "/%ff"],
    ["a slash encoded twice before something that isn't UTF-8", "/%252F%25ff"],
    ["an overlong slash", "/%c0%af/evil.example"],
    ["two slashes later on", "/a//evil.example"],
    ["a parent segment before two slashes", "/..//evil.example"],
    ["a segment of one dot", "/.//evil.example"],
    ["an encoded parent segment", "/%2e%2e//evil.example"],
    ["an encoded parent segment in the middle", "/a/%2e%2E/b"],
    ["a full-width slash", "/\uff0fevil.example"],
    ["an encoded full-width slash", "/%EF%BC%8Fevil.example"],
    ["a full-width backslash", "/\uff3cevil.example"],
    ["two full-width dots", "/\uff0e\uff0e/evil.example"],
    ["a very long path", `/${"a".repeat(3000)}`],
  ])("isn't %s", (_, value) => {
    expect(safeRedirect(value)).toBeNull();
  });

  test("stays on this origin, no matter how a browser reads it", () => {
    const parts = ["/", "\\", ".", "..", "%2f", "%5c", "\t", "%09", "evil.example", "@", ":", "?", "#", "％", "https:"];
    let kept = 0;
    for (const a of parts)
      for (const b of parts)
        for (const c of parts)
          for (const d of parts) {
            const value = safeRedirect(`/${a}${b}${c}${d}`);
            if (value === null) continue;
            kept++;
            const url = new URL(value, "https://app.test/sign-in");
            expect(url.origin, value).toBe("https://app.test");
            // A router may decode the path before it uses it as a link.
            expect(new URL(decodeURIComponent(url.pathname), "https://app.test").origin, value).toBe(
              "https://app.test",
            );
          }
    expect(kept).toBeGreaterThan(1000);
  });

  test("is added to paths and URLs, and keeps their existing parts", () => {
    expect(withRedirect("/sign-in", "/a?b=c#d")).toBe("/sign-in?redirectTo=%2Fa%3Fb%3Dc%23d");
    expect(withRedirect("/in?plan=pro#top", "/a")).toBe("/in?plan=pro&redirectTo=%2Fa#top");
    expect(withRedirect("/in?redirectTo=%2Fold", "/new")).toBe("/in?redirectTo=%2Fnew");
    expect(withRedirect("https://app.test/in", "/a")).toBe("https://app.test/in?redirectTo=%2Fa");
    expect(withRedirect("/in?plan=pro", null)).toBe("/in?plan=pro");
  });

  test("is left out if it's too long for a link in an email", () => {
    expect(withRedirect("/in", `/${"ä".repeat(900)}`)).toBe("/in");
  });

  test("is the current page with its query and hash, without parameters that a callback added", () => {
    expect(currentPath()).toBe("/projects/7?tab=files#row-3");
    history.replaceState(null, "", "/a?error=access_denied&b=1&twoFactorRedirect=true&error_description=No#c");
    expect(currentPath()).toBe("/a?b=1#c");
    history.replaceState(null, "", "/find?q=\\d+");
    expect(currentPath()).toBe("/find?q=%5Cd+");
  });
});

function Show(options: UseRedirectOptions): ReactElement {
  const { destination, carry, finish } = useRedirect(options);
  return (
    <button type="button" onClick={finish}>
      {destination} {carry("/sign-up")}
    </button>
  );
}

test.each([
  [
    "the query's destination",
    { search: "?redirectTo=%2Fa%3Fb%3Dc%23d" },
    "/a?b=c#d /sign-up?redirectTo=%2Fa%3Fb%3Dc%23d",
  ],
  ["the app's destination", { search: "?redirectTo=%2Fa", redirectTo: "/b" }, "/b /sign-up?redirectTo=%2Fb"],
  ["home without a destination", { search: "" }, "/home /sign-up"],
  ["home instead of another origin", { search: "?redirectTo=//evil.example" }, "/home /sign-up"],
  ["home instead of an unsafe path from the app", { redirectTo: "https://evil.example" }, "/home /sign-up"],
  ["home instead of the sign-in page", { search: "?redirectTo=/sign-in%3Fa" }, "/home /sign-up"],
])("after sign-in, the user goes to %s", async (_, options, expected) => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<Show {...options} />, { paths: { home: "/home" } });
  await person.click(screen.getByRole("button", { name: expected }));
  expect(visit.went).toEqual([expected.split(" ")[0]]);
});
