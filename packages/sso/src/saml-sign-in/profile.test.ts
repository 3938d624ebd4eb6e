import { describe, expect, test } from "vitest";
import type { SamlIdentity } from "../saml/assertion.ts";
import { authnContextClaim, hasSamlMfa } from "./multi-factor.ts";
import { readSamlProfile } from "./profile.ts";

const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

function identity(
  attributes: Readonly<Record<string, readonly string[]>>,
  format?: string,
  value = "u-17",
): SamlIdentity {
  return {
    assertionId: "_1",
    expiresAt: new Date(),
    issuer: "https://idp.test",
    issuedAt: new Date(),
    nameId: { value, format, nameQualifier: undefined, spNameQualifier: undefined },
    sessionIndex: undefined,
    sessionEndsAt: undefined,
    authenticatedAt: new Date(),
    authnContext: undefined,
    attributes: new Map(Object.entries(attributes)),
  };
}

describe("the email and the name", () => {
  test.each([
    ["Okta and Google", { email: ["ann@acme.test"], firstName: ["Ann"], lastName: ["Lee"] }],
    [
      "Microsoft Entra",
      {
        [`${claims}/emailaddress`]: ["ann@acme.test"],
        [`${claims}/name`]: ["ann@acme.onmicrosoft.com"],
        [`${claims}/givenname`]: ["Ann"],
        [`${claims}/surname`]: ["Lee"],
      },
    ],
    [
      "Keycloak",
      {
        "urn:oid:1.2.840.113549.1.9.1": ["ann@acme.test"],
        "urn:oid:2.5.4.42": ["Ann"],
        "urn:oid:2.5.4.4": ["Lee"],
        Role: ["offline_access"],
      },
    ],
    ["LDAP", { "urn:oid:0.9.2342.19200300.100.1.3": ["ann@acme.test"], displayName: ["Ann Lee"] }],
  ])("are found in the attributes of %s", (_, attributes) => {
    const profile = readSamlProfile(identity(attributes), {});
    expect(profile).toMatchObject({ subject: { nameId: { value: "u-17" } }, email: "ann@acme.test", name: "Ann Lee" });
  });

  test("only come from the mapped attributes, if there's a mapping", () => {
    const given = identity({ email: ["ann@acme.test"], mail2: ["bob@acme.test"], full: ["Bob"], cn: ["Ann"] });
    const mapping = { email: "mail2", name: "full" };
    expect(readSamlProfile(given, mapping)).toMatchObject({ email: "bob@acme.test", name: "Bob" });
    const byName = identity({ email: ["ann@acme.test"] }, emailFormat, "ann@acme.test");
    expect(readSamlProfile(byName, { email: "mail2" }).email).toBeNull();
  });

  test("aren't guessed from an attribute with several values, or from a name ID in another format", () => {
    expect(readSamlProfile(identity({ email: ["ann@acme.test", "eve@acme.test"] }), {}).email).toBeNull();
    expect(readSamlProfile(identity({}, undefined, "ann@acme.test"), {}).email).toBeNull();
    expect(readSamlProfile(identity({}, emailFormat, "ann@acme.test"), {}).email).toBe("ann@acme.test");
  });
});

test("an attribute with one value is a string in the claims, and an attribute with several values is a list", () => {
  const { claims: read } = readSamlProfile(identity({ groups: ["a", "b"], department: ["c"] }), {});
  expect(read).toEqual({ groups: ["a", "b"], department: "c" });
});

describe("multi-factor authentication in a SAML response", () => {
  const microsoft = "http://schemas.microsoft.com/claims";
  const password = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";
  test.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ["REFEDS", { [authnContextClaim]: "https://refeds.org/profile/mfa" }, true],
    ["AD FS", { [authnContextClaim]: `${microsoft}/multipleauthn` }, true],
    ["Entra", { [`${microsoft}/authnmethodsreferences`]: [password, `${microsoft}/multipleauthn`] }, true],
    ["Entra, one method", { [`${microsoft}/authnmethodsreferences`]: `${microsoft}/multipleauthn` }, true],
    ["a password", { [authnContextClaim]: password }, false],
    ["an attribute of OpenID Connect", { amr: ["mfa"] }, false],
    ["nothing", { [authnContextClaim]: null }, false],
  ])("%s", (_, claims, expected) => {
    expect(hasSamlMfa(claims)).toBe(expected);
  });
});
