/** Options for `deviceAuthorization` and their defaults. */

import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** An app that runs on devices. */
export interface DeviceClientOptions {
  /** The `client_id` that the app sends. It isn't a secret. */
  readonly clientId: string;
  /** The name that users see when they approve a device. Default: the client's ID. */
  readonly name?: string;
  /** The scopes that it can request. They're shown to the user, and your app decides what they mean. Default: any. */
  readonly scopes?: readonly string[];
}

/** Options for `deviceAuthorization`. */
export interface DeviceAuthorizationOptions {
  /** The app's own clients, which get a session. Register other apps with `@latchkey/oauth-provider`. Default: none. */
  readonly clients?: readonly (string | DeviceClientOptions)[];
  /** The page where users enter the code: a path in the app or a URL. Default: `/device`. */
  readonly verificationUri?: string;
  /** How long the codes are valid, in seconds. Default: 1800 (30 minutes). */
  readonly expiresIn?: number;
  /** Minimum time between a device's requests for the result, in seconds. Default: 5. */
  readonly interval?: number;
  /** Length of the device's code: 32 to 128. Default: 40. */
  readonly deviceCodeLength?: number;
  /** Length of the user's code: 6 to 16. Default: 8. */
  readonly userCodeLength?: number;
  /**
   * Whether users must type the code. If so, devices don't get a link or QR code with the code in it, which someone
   * could send to another person. Default: false.
   */
  readonly requireTypedCode?: boolean;
}

/** A client with its defaults filled in. */
export interface DeviceClientSettings {
  readonly name: string;
  readonly scopes: readonly string[] | null;
}

/** The options with defaults filled in. Times are in seconds. */
export interface DeviceSettings {
  readonly clients: ReadonlyMap<string, DeviceClientSettings>;
  readonly verificationUri: string;
  readonly expiresIn: number;
  readonly interval: number;
  readonly deviceCodeLength: number;
  readonly userCodeLength: number;
  readonly requireTypedCode: boolean;
}

const optionNames: OptionNames<DeviceAuthorizationOptions> = {
  clients: true,
  verificationUri: true,
  expiresIn: true,
  interval: true,
  deviceCodeLength: true,
  userCodeLength: true,
  requireTypedCode: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveDevice(options: DeviceAuthorizationOptions): DeviceSettings {
  checkOptionNames("deviceAuthorization", options, optionNames);
  const name = (option: string) => `deviceAuthorization.${option}`;
  const { verificationUri = "/device" } = options;
  if (!/^(?:\/(?!\/)|https?:\/\/)/.test(verificationUri) || !URL.canParse(verificationUri, "http://app.test")) {
    throw new Error(`${name("verificationUri")} is "${verificationUri}". Use a path that starts with / or a URL.`);
  }
  return {
    clients: readClients(options.clients ?? []),
    verificationUri,
    expiresIn: checkInteger(name("expiresIn"), options.expiresIn ?? 1800, { min: 60, max: 86_400, unit: "seconds" }),
    interval: checkInteger(name("interval"), options.interval ?? 5, { min: 1, max: 60, unit: "seconds" }),
    deviceCodeLength: checkInteger(name("deviceCodeLength"), options.deviceCodeLength ?? 40, { min: 32, max: 128 }),
    userCodeLength: checkInteger(name("userCodeLength"), options.userCodeLength ?? 8, { min: 6, max: 16 }),
    requireTypedCode: options.requireTypedCode ?? false,
  };
}

function readClients(clients: NonNullable<DeviceAuthorizationOptions["clients"]>): DeviceSettings["clients"] {
  const all = new Map<string, DeviceClientSettings>();
  for (const client of clients) {
    const given: DeviceClientOptions = typeof client === "string" ? { clientId: client } : client;
    const { clientId, name = clientId, scopes } = given;
    if (clientId === "" || clientId.length > 255 || all.has(clientId)) {
      throw new Error(`deviceAuthorization.clients: "${clientId}" is empty, too long, or listed twice.`);
    }
    all.set(clientId, { name, scopes: scopes ?? null });
  }
  return all;
}
