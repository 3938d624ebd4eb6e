/** The state of a directory that the console shows, and the actions that the console offers. */

/** A person in the directory. */
export interface DirectoryEntry {
  readonly email: string;
  readonly active: boolean;
}

/** A group in the directory. */
export interface DirectoryGroup {
  readonly name: string;
  readonly emails: readonly string[];
}

/** A request that the directory sent, and the response. */
export interface DirectoryExchange {
  readonly method: string;
  /** Relative to the base URL. */
  readonly path: string;
  readonly status: number;
  /** JSON. Empty if the request had no body. */
  readonly body: string;
  /** The body of the response. Empty if there was none. */
  readonly answer: string;
  readonly date: Date;
}

/** The state of a directory. It never contains the token. */
export interface DirectoryState {
  /** `null` if the directory isn't connected. */
  readonly baseURL: string | null;
  readonly style: "entra" | "okta";
  readonly people: readonly DirectoryEntry[];
  readonly groups: readonly DirectoryGroup[];
  /** The last 100, newest first. */
  readonly requests: readonly DirectoryExchange[];
  /** Why the last action failed. `null` if it succeeded. */
  readonly failure: string | null;
}

/** The actions of a directory. */
export const directoryActions = [
  "connect",
  "disconnect",
  "assign",
  "deactivate",
  "activate",
  "remove",
  "push-group",
  "remove-group",
] as const;

/** An action and its input. */
export interface DirectoryAction {
  readonly action: (typeof directoryActions)[number];
  /** The connection's URL. Required for `connect`. */
  readonly baseURL?: string | undefined;
  /** The connection's token. Required for `connect`. */
  readonly token?: string | undefined;
  /** The kind of directory that's simulated. Used by `connect`. Default: `entra`. */
  readonly style?: "entra" | "okta" | undefined;
  /** The person's email. Required for actions on people. */
  readonly email?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  /** The group's name. Required for actions on groups. */
  readonly group?: string | undefined;
  /** The emails of the group's members, separated by commas. */
  readonly members?: string | undefined;
}

/** A directory that the console controls. */
export interface DirectoryDesk {
  state(): DirectoryState;
  /** Sends the action's requests. If one fails, doesn't throw, but sets `failure`. */
  run(action: DirectoryAction): Promise<void>;
}
