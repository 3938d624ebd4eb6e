import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";

describe("the error page", () => {
  test("REDIR-16: shows the code but no text from the URL, and runs no scripts", async () => {
    const { browser } = await startAuth({ appName: "Tom & <b>Jerry</b>" });
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\``;
    const { status, headers, body } = await browser().get<string>(
      `/error?error=${encodeURIComponent(evil)}&error_description=${encodeURIComponent(evil)}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(body).not.toMatch(/<script|<img|<b>/);
    expect(body).toContain("unknown_error");
    const told = await browser().get<string>("/error?error=state_not_found&error_description=Call+the+bank");
    expect(told.body).toContain("state_not_found");
    expect(told.body).not.toContain("Call the bank");
  });
});
