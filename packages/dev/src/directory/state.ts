/** What the console shows of a directory, and what it can tell it to do. */

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

/** A request that the directory sent, and its answer. */
export interface DirectoryExchange {
  readonly method: string;
  /** Relative to the base URL. */
  readonly path: string;
  readonly status: number;
  /** JSON. Empty if there was none. */
  readonly body: string;
  /** The body of the answer. Empty if there was none. */
  readonly answer: string;
  readonly date: Date;
}

/** The state of a directory. It never contains the token. */
export interface DirectoryState {
  /** `null`: it isn't connected. */
  readonly baseURL: string | null;
  readonly style: "entra" | "okta";
  readonly people: readonly DirectoryEntry[];
  readonly groups: readonly DirectoryGroup[];
  /** The last 100, newest first. */
  readonly requests: readonly DirectoryExchange[];
  /** Why the last action failed. `null` if it didn't. */
  readonly failure: string | null;
}

/** What a directory can be told to do. */
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

/** An action, and what it needs. */
export interface DirectoryAction {
  readonly action: (typeof directoryActions)[number];
  /** The connection's URL, to connect. */
  readonly baseURL?: string | undefined;
  /** The connection's token, to connect. */
  readonly token?: string | undefined;
  /** Whose requests it sends, to connect. Default: `entra`. */
  readonly style?: "entra" | "okta" | undefined;
  /** The person's email, for what's about a person. */
  readonly email?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  /** The group's name, for what's about a group. */
  readonly group?: string | undefined;
  /** The emails of the group's members, separated by commas. */
  readonly members?: string | undefined;
}

/** A directory that the console controls. */
export interface DirectoryDesk {
  state(): DirectoryState;
  /** Sends the action's requests. Doesn't throw if one fails: `failure` says why. */
  run(action: DirectoryAction): Promise<void>;
}
