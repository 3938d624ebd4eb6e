/** Defines the states of a component. */

import type { AuthUiProviderProps } from "@latchkey/ui";
import { en } from "@latchkey/ui";
import type { ReactElement } from "react";
import {
  forbidden,
  type MockResponse,
  type MockResponses,
  offline,
  pending,
  serverError,
  tooManyRequests,
} from "./mock-fetch.ts";
import type { UserActions } from "./user-actions.ts";

/** A state of a component. */
export interface State {
  /** Name of the state, such as `refused`. */
  readonly name: string;
  readonly element: ReactElement;
  /** Responses in addition to the defaults in `fixtures/default-responses.ts`. */
  readonly responses?: MockResponses;
  /** Query string or fragment of the page, such as `?token=…`. */
  readonly search?: string;
  /** Runs before the state is rendered, for example to fill `localStorage`. */
  readonly prepare?: () => void;
  /** Whether the browser is offline. */
  readonly isOffline?: boolean;
  /** Props of the provider, such as `uploadImage`. */
  readonly provider?: Partial<AuthUiProviderProps>;
  /** User actions that lead to this state. */
  readonly play?: (hand: UserActions) => Promise<void>;
  /** Text that is visible in this state. */
  readonly expectedText: string | RegExp;
  /** Whether the component uses the full width of the window. */
  readonly wide?: boolean;
}

const messageOf = (code: string): string => en.errors[code] ?? code;

/** Maps each component to its states. */
export type Gallery = Readonly<Record<string, readonly State[]>>;

/** The states of a component that loads data: loading, offline, forbidden, rate limited, and failed. */
export function loadingStates(
  state: Omit<State, "name" | "expectedText" | "play">,
  path: string,
  loading: string | RegExp,
): readonly State[] {
  const failing = (name: string, answer: MockResponse, expectedText: string): State => ({
    ...state,
    name,
    expectedText: expectedText,
    responses: { ...state.responses, [path]: answer },
  });
  return [
    { ...state, name: "loading", expectedText: loading, responses: { ...state.responses, [path]: pending } },
    failing("offline", offline, messageOf("NETWORK_ERROR")),
    failing("forbidden", forbidden, messageOf("FORBIDDEN")),
    failing("too-often", tooManyRequests, messageOf("TOO_MANY_REQUESTS")),
    failing("broken", serverError, messageOf("INTERNAL_SERVER_ERROR")),
  ];
}

/** The states of a submitted form: sending, offline, rate limited, and failed. */
export function submittingStates(
  state: Omit<State, "name" | "expectedText"> & { readonly play: NonNullable<State["play"]> },
  path: string,
  busy: string | RegExp,
): readonly State[] {
  const sent = (name: string, answer: MockResponse, expectedText: string | RegExp): State => ({
    ...state,
    name,
    expectedText: expectedText,
    responses: { ...state.responses, [path]: answer },
  });
  return [
    sent("sending", pending, busy),
    sent("offline", offline, messageOf("NETWORK_ERROR")),
    sent("too-often", tooManyRequests, messageOf("TOO_MANY_REQUESTS")),
    sent("broken", serverError, messageOf("INTERNAL_SERVER_ERROR")),
  ];
}
