/** Internals that the fuzzer uses, but the package doesn't export. */

export { readResponse } from "../src/saml/assertion.ts";
export { SamlError } from "../src/saml/errors.ts";
export { readIdpMetadata } from "../src/saml/idp-metadata.ts";
export { createLogoutRequest, readLogoutRequest, verifyPostedLogout } from "../src/saml/logout.ts";
