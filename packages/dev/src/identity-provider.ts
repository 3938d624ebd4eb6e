/** A fake identity provider for development and tests, `@latchkey/dev/identity-provider`. */

import { createServer, type IncomingMessage } from "node:http";
import { checkEnvironment } from "./environment.ts";
import { loadKeyPair } from "./identity-provider/keys.ts";
import { createOpenIdIssuer } from "./identity-provider/openid.ts";
import type { IdentityPerson } from "./identity-provider/person.ts";
import { checkDestination, type IdentityResponse, type SignInRequest } from "./identity-provider/request.ts";
import { metadataOf, readSamlRequest } from "./identity-provider/saml.ts";
import { type IdentityReply, respondTo } from "./identity-provider/server.ts";
import { closeServer, listen, readBody } from "./local-server.ts";

export type { IdentityPerson, IdentityResponse };

/** Options for `createIdentityProvider`. */
export interface IdentityProviderOptions {
  /** Default: any free port. Apps store the provider's URLs, so choose one that stays the same. */
  readonly port?: number;
  /**
   * The users to choose from on the page. Any other user can be entered there. Default: Ann, who's in the `admins`
   * group, and Bob. Both have emails at `acme.test`.
   */
  readonly people?: readonly IdentityPerson[];
  /**
   * A file for the signing key. It's created if it doesn't exist. Default: a new key at each start, which means that
   * SAML apps have to be registered again.
   */
  readonly keyFile?: string;
  /** Returns the time for responses. Default: the system's clock. */
  readonly clock?: () => Date;
}

/** A running identity provider. */
export interface TestIdentityProvider {
  /** The OpenID Connect issuer, such as `http://127.0.0.1:4200`. In a browser, it shows a page with all values. */
  readonly issuer: string;
  /** The SAML entity ID. It's also the URL of the metadata. */
  readonly entityId: string;
  /** The SAML metadata. */
  readonly metadata: string;
  /**
   * Signs a person in without a browser. With `null`, the sign-in is canceled.
   *
   * @param url that the app sent the browser to
   * @returns where the browser goes next, and the form to post there
   * @throws {Error} if the URL isn't a sign-in request
   */
  signIn(url: string, person: IdentityPerson | null): Promise<IdentityResponse>;
  /** Stops the server. */
  close(): Promise<void>;
}

const defaultPeople: readonly IdentityPerson[] = [
  { email: "ann@acme.test", name: "Ann Doe", groups: ["admins"] },
  { email: "bob@acme.test", name: "Bob Roe" },
];

/**
 * Starts an identity provider, on loopback only. It signs anyone in to any app, without a password. The app needs
 * `sso({ allowPrivateURLs: true })`.
 *
 * @throws {Error} unless `NODE_ENV` is `development` or `test`
 */
export async function createIdentityProvider(options: IdentityProviderOptions = {}): Promise<TestIdentityProvider> {
  checkEnvironment("createIdentityProvider signs anyone in without a password");
  const { people = defaultPeople, clock: now = () => new Date() } = options;
  const keys = await loadKeyPair(options.keyFile, now());
  const server = createServer((request, response) => {
    reply(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    );
  });
  const port = await listen(server, options.port ?? 0);
  const issuer = `http://127.0.0.1:${port}`;
  const saml = { entityId: `${issuer}/saml/metadata`, signInURL: `${issuer}/saml/sign-in`, keys, now };
  const openId = createOpenIdIssuer(issuer, keys, now);
  const metadata = metadataOf(saml);
  const readRequest = (target: string): SignInRequest | null => {
    if (!URL.canParse(target, issuer)) return null;
    const { pathname, searchParams } = new URL(target, issuer);
    if (pathname === "/saml/sign-in") return readSamlRequest(saml, searchParams);
    return pathname === "/authorize" ? openId.readRequest(searchParams) : null;
  };
  const parts = { issuer, entityId: saml.entityId, metadata, people, openId, readRequest };
  const reply = async (request: IncomingMessage): Promise<IdentityReply> => {
    const body = await readBody(request);
    return body === null ? { status: 413, headers: {}, body: "" } : respondTo(parts, request, body);
  };
  return {
    issuer,
    entityId: saml.entityId,
    metadata,
    async signIn(url, person) {
      const request = new URL(checkDestination(url, "URL")).origin === issuer ? readRequest(url) : null;
      if (!request) throw new Error(`${url} isn't a sign-in request for this identity provider.`);
      return request.respond(person);
    },
    close: () => closeServer(server),
  };
}
