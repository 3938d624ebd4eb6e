// @vitest-environment jsdom

import type { Capabilities } from "@latchkey/client/capabilities";
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { startSite, type Visit } from "../../test/site.tsx";
import { AuthUiProvider } from "./provider.tsx";
import { useCapabilities } from "./use-capabilities.ts";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const requests = ({ asked }: Visit): number => asked.filter((path) => path === "/capabilities").length;

function Show(): ReactElement {
  const capabilities = useCapabilities();
  return <p>{capabilities ? `${capabilities.appName} ${capabilities.password?.min}` : "unknown"}</p>;
}

test("components share one request for the server's capabilities", async () => {
  const site = await startSite();
  const visit = site.visit();
  visit.show(
    <>
      <Show />
      <Show />
    </>,
    { capabilities: undefined },
  );
  await waitFor(() => expect(screen.getAllByText("Latchkey 8")).toHaveLength(2));
  expect(requests(visit)).toBe(1);
});

test("a page that was rendered with capabilities has them immediately and sends no request", async () => {
  const site = await startSite();
  const capabilities = (await site.browser().get<Capabilities>("/capabilities")).body;
  const visit = site.visit();
  const html = renderToString(
    <AuthUiProvider client={visit.client} capabilities={capabilities}>
      <Show />
    </AuthUiProvider>,
  );
  expect(html).toContain("Latchkey 8");
  visit.show(<Show />, { capabilities });
  expect(screen.getByText("Latchkey 8")).toBeDefined();
  await new Promise((done) => setTimeout(done, 30));
  expect(requests(visit)).toBe(0);
});

test("if the server lacks the call, the components follow their props", async () => {
  const site = await startSite({ disabledPaths: ["/capabilities"] });
  const visit = site.visit();
  visit.show(<Show />, { capabilities: undefined });
  await waitFor(() => expect(requests(visit)).toBe(1));
  expect(screen.getByText("unknown")).toBeDefined();
});
