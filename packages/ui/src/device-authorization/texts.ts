/** The texts for connecting a device. */

/** All texts for `DeviceScreen`. */
export interface DeviceTexts {
  readonly title: string;
  readonly text: string;
  readonly code: string;
  readonly submit: string;
  readonly confirmTitle: string;
  /** `{app}`, and `{code}` as the device shows it. */
  readonly confirmText: string;
  /** For screen readers, before the name of the account. */
  readonly signedInAs: string;
  readonly otherAccount: string;
  readonly app: string;
  readonly place: string;
  readonly device: string;
  readonly asked: string;
  readonly scope: string;
  readonly unknown: string;
  readonly warning: string;
  readonly approve: string;
  readonly deny: string;
  readonly doneTitle: string;
  readonly doneText: string;
  readonly deniedTitle: string;
  readonly deniedText: string;
  readonly expiredTitle: string;
  readonly expiredText: string;
  /** Shown if the code was approved or denied in the meantime. */
  readonly invalidTitle: string;
  readonly another: string;
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const deviceEn: DeviceTexts = {
  title: "Connect a device",
  text: "Enter the code that your device shows.",
  code: "Code",
  submit: "Continue",
  confirmTitle: "Connect {app}?",
  confirmText: "Check that your device shows the code {code}.",
  signedInAs: "Signed in as",
  otherAccount: "Not you?",
  app: "App",
  place: "IP address",
  device: "Device",
  asked: "Requested",
  scope: "Access",
  unknown: "Unknown",
  warning:
    "Only continue if you started this yourself. Someone could have sent you this code to get into your account.",
  approve: "Connect device",
  deny: "Deny",
  doneTitle: "Device connected",
  doneText: "You can return to your device now.",
  deniedTitle: "Request denied",
  deniedText: "The device wasn't connected.",
  expiredTitle: "This code has expired",
  expiredText: "Start again on your device.",
  invalidTitle: "This code is no longer valid",
  another: "Enter another code",
  errors: {
    invalid_request: "This code is incorrect or was already used. Check the code on your device.",
    expired_token: "This code has expired. Start again on your device.",
  },
};
