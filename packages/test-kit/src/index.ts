/** Public exports of `@latchkey/test-kit`. */

export { type AccountRow, account, accountSchema, accounts, type EntryRow, entries } from "./accounts.ts";
export { createBrowser, type SignUpResponse, type TestBrowser, type TestReply, testPassword } from "./browser.ts";
export { createTestClock, type TestClock } from "./clock.ts";
export type { ConformanceDatabase, ConformanceSubject } from "./conformance/subject.ts";
export { adapterConformance } from "./conformance/suite.ts";
export { conformanceSchema } from "./conformance/tables.ts";
export { type CaughtMail, createMailbox, type Mailbox, type MailOptions, mailOptions, outboxEmpty } from "./mailbox.ts";
export { type MailedApp, plainPasswords, startMailedAuth } from "./mailed-app.ts";
export {
  type CreationOptions,
  type CreationResponse,
  createVirtualAuthenticator,
  type RequestOptions,
  type RequestResponse,
  type ResponseChanges,
  type VirtualAuthenticator,
  type VirtualAuthenticatorOptions,
  type VirtualPasskey,
} from "./passkeys/authenticator.ts";
export { type CborInput, encodeCbor } from "./passkeys/cbor.ts";
export type { KeyAlgorithm, SigningKey } from "./passkeys/keys.ts";
export { startAuth, type TestApp, type TestOptions, testOrigin, testSecret } from "./start-auth.ts";
export type { ConformanceStorage, StorageSubject } from "./storage/subject.ts";
export { storageConformance } from "./storage/suite.ts";
export { type TestPerson, testProvider, testProviderFetch } from "./test-provider.ts";
