// @vitest-environment jsdom

import type { ClientError } from "@latchkey/react";
import { act, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { type QueryState, useQuery } from "./use-query.ts";

watchScreens();

type Answer = { readonly data: string; readonly error: null } | { readonly data: null; readonly error: ClientError };
const success = (data: string): Answer => ({ data, error: null });
const refused = {
  data: null,
  error: { code: "FORBIDDEN", message: "", status: 403, statusText: "", details: {} },
} satisfies Answer;

interface PartProps {
  readonly of: string | null;
  readonly read: () => Promise<Answer>;
  readonly isSame: ((before: string, after: string) => boolean) | undefined;
  readonly onSeen: (seen: QueryState<string>) => void;
}

function Part({ of, read, isSame, onSeen }: PartProps): ReactElement {
  const seen = useQuery<string>("/list-sessions", of, read, isSame);
  onSeen(seen);
  return <p>{seen.data ?? seen.error?.code ?? (seen.isPending ? "pending" : "nothing")}</p>;
}

interface Options {
  readonly isSame?: (before: string, after: string) => boolean;
  readonly disabledPaths?: readonly string[];
  /** Whether the page has the server's capabilities from the start. Default: yes. */
  readonly isRendered?: boolean;
}

async function start({ isSame, disabledPaths = [], isRendered = true }: Options = {}) {
  const visit = (await startSite({ disabledPaths })).visit();
  const letGo = visit.hold("/capabilities");
  const answers: ((answer: Answer) => void)[] = [];
  let seen: QueryState<string> | undefined;
  const read = (): Promise<Answer> => new Promise((done) => answers.push(done));
  const see = (now: QueryState<string>): void => {
    seen = now;
  };
  const part = (of: string | null) =>
    visit.wrap(
      <Part of={of} read={read} isSame={isSame} onSeen={see} />,
      isRendered ? {} : { capabilities: undefined },
    );
  const { rerender } = render(part(null));
  return {
    show: (of: string | null) => rerender(part(of)),
    answer: (number: number, answer: Answer) => act(async () => answers[number]?.(answer)),
    reload: () => act(() => void seen?.reload()),
    asked: () => answers.length,
    letGo,
    text: () => screen.getByText(/./).textContent,
  };
}

test("no request is sent until the input is known", async () => {
  const { show, answer, asked, text } = await start();
  expect([text(), asked()]).toEqual(["nothing", 0]);
  show("ann");
  expect([text(), asked()]).toEqual(["pending", 1]);
  await answer(0, success("Ann"));
  expect(text()).toBe("Ann");
});

test("an outdated response is dropped", async () => {
  const { show, answer, text } = await start();
  show("ann");
  show("bob");
  await answer(1, success("Bob"));
  await answer(0, success("Ann"));
  expect(text()).toBe("Bob");
});

test("another item's data isn't shown while the new one loads, unless it's the same list", async () => {
  const other = await start();
  other.show("ann");
  await other.answer(0, success("Ann"));
  other.show("bob");
  expect(other.text()).toBe("pending");
});

test("a page stays visible until the next one has loaded", async () => {
  const pages = await start({ isSame: () => true });
  pages.show("page 1");
  await pages.answer(0, success("First"));
  pages.show("page 2");
  expect(pages.text()).toBe("First");
  await pages.answer(1, success("Second"));
  expect(pages.text()).toBe("Second");
});

test("an error keeps the current data, and a retry clears the error", async () => {
  const { show, answer, reload, text } = await start();
  show("ann");
  await answer(0, refused);
  expect(text()).toBe("FORBIDDEN");
  reload();
  await answer(1, success("Ann"));
  expect(text()).toBe("Ann");
});

test("after a network or server error, the request is retried twice before the error shows", async () => {
  const { show, answer, asked, text } = await start();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const broken: Answer = { data: null, error: { ...refused.error, code: "NETWORK_ERROR", status: 0 } };
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    show("ann");
    await answer(0, broken);
    expect([text(), asked()]).toEqual(["pending", 1]);
    await wait(300);
    await answer(1, broken);
    await wait(900);
    expect([text(), asked()]).toEqual(["pending", 3]);
    await answer(2, broken);
    expect([text(), asked()]).toEqual(["NETWORK_ERROR", 3]);
  } finally {
    vi.useRealTimers();
  }
});

test("no request is sent until it's known whether the server has the call", async () => {
  const { show, answer, asked, text, letGo } = await start({ isRendered: false });
  show("ann");
  expect([text(), asked()]).toEqual(["pending", 0]);
  letGo();
  await waitFor(() => expect(asked()).toBe(1));
  await answer(0, success("Ann"));
  expect(text()).toBe("Ann");
});

test.each([true, false])(
  "a call that the server has turned off isn't sent (page rendered with capabilities: %s)",
  async (isRendered) => {
    const { show, asked, text, letGo } = await start({ isRendered, disabledPaths: ["/list-sessions"] });
    show("ann");
    letGo();
    await waitFor(() => expect(text()).toBe("NOT_FOUND"));
    expect(asked()).toBe(0);
  },
);
