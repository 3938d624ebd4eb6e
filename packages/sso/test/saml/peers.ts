/** Runs the same messages against other libraries. */

import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import * as samlify from "samlify";
import { readResponse } from "../../src/saml/assertion.ts";
import { attacks, encryptedResponse, fieldOf } from "./attacks.ts";
import { expected, idpKeys, responseKeys, signedResponse, spKeys, styles } from "./identity-provider.ts";
import { victim } from "./wrapping.ts";

/** What a library did with a message. */
export type Outcome = "rejected" | "accepted" | "attacker";

/** A SAML library. `read` returns the user data that the library accepted, as text. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  read(field: string): Promise<string>;
}

const spPrivateKey = spKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/**
 * Uses the settings that node-saml's documentation recommends, but accepts a signature on either part, like Latchkey.
 */
const nodeSaml: Peer = {
  name: "node-saml",
  version: "5.1.0",
  async read(field) {
    const saml = new SAML({
      callbackUrl: expected.acsUrl,
      issuer: expected.audience,
      audience: expected.audience,
      entryPoint: "https://idp.test/sso",
      idpIssuer: expected.issuer,
      idpCert: idpKeys.certificate,
      decryptionPvk: spPrivateKey,
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.always,
      acceptedClockSkewMs: 60_000,
      cacheProvider: {
        saveAsync: async () => null,
        getAsync: async (key) => (key === expected.requestId ? new Date().toISOString() : null),
        removeAsync: async () => null,
      },
    });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: field });
    return JSON.stringify({ ...profile, getAssertionXml: undefined });
  },
};

const samlifyPeer: Peer = {
  name: "samlify",
  version: "2.13.1",
  async read(field) {
    // samlify requires a schema validator. The validators in its documentation aren't always available, so accept
    // everything.
    samlify.setSchemaValidator({ validate: async () => "skipped" });
    const idp = samlify.IdentityProvider({
      entityID: expected.issuer,
      signingCert: idpKeys.certificate,
      singleSignOnService: [
        { Binding: samlify.Constants.namespace.binding.redirect, Location: "https://idp.test/sso" },
      ],
      isAssertionEncrypted: field.length > 0 && Buffer.from(field, "base64").includes("EncryptedAssertion"),
    });
    const sp = samlify.ServiceProvider({
      entityID: expected.audience,
      encPrivateKey: spPrivateKey,
      clockDrifts: [-60_000, 60_000],
      assertionConsumerService: [{ Binding: samlify.Constants.namespace.binding.post, Location: expected.acsUrl }],
    });
    const { extract } = await sp.parseLoginResponse(idp, "post", { body: { SAMLResponse: field } });
    return JSON.stringify(extract);
  },
};

/** Latchkey, with the same interface. */
const latchkey: Peer = {
  name: "latchkey",
  version: "",
  read: async (field) => {
    const { attributes, ...identity } = readResponse(field, responseKeys(), expected);
    return JSON.stringify({ ...identity, attributes: [...attributes] });
  },
};

/** The other libraries. */
export const peers: readonly Peer[] = [nodeSaml, samlifyPeer];

/** Runs one message. The attack succeeded if the library read the victim's email. */
export async function outcomeOf(peer: Peer, message: string | Buffer): Promise<Outcome> {
  const silent = { log: console.log, warn: console.warn, error: console.error };
  Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} });
  try {
    const read = await peer.read(fieldOf(message));
    return read.includes(`"${victim}"`) ? "attacker" : "accepted";
  } catch {
    return "rejected";
  } finally {
    Object.assign(console, silent);
  }
}

/** A table row, with each library's outcome for each variant. */
export interface TableRow {
  readonly id: string;
  readonly description: string;
  readonly outcomes: Readonly<Record<string, readonly Outcome[]>>;
}

/** Runs every attack against every library. First runs valid responses, which every library must accept. */
export async function runPeers(): Promise<readonly TableRow[]> {
  const signed = Object.fromEntries(styles.map((style) => [style, () => signedResponse(style)]));
  const valid = [
    { id: "", description: "A valid response", messages: signed },
    {
      id: "",
      description: "A valid response with an encrypted assertion",
      messages: { gcm: () => encryptedResponse() },
    },
  ];
  const rows: TableRow[] = [];
  for (const { id, description, messages } of [...valid, ...attacks]) {
    const outcomes: Record<string, Outcome[]> = {};
    for (const peer of [latchkey, ...peers]) {
      outcomes[peer.name] = [];
      for (const build of Object.values(messages)) outcomes[peer.name]?.push(await outcomeOf(peer, build()));
    }
    rows.push({ id, description, outcomes });
  }
  return rows;
}
