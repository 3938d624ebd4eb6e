/** The internals of the package that the fuzzer uses. The package doesn't export them. */

export { readResponse } from "../src/saml/assertion.ts";
export { SamlError } from "../src/saml/errors.ts";
export { readIdpMetadata } from "../src/saml/idp-metadata.ts";
export { createLogoutRequest, readLogoutRequest, verifyPostedLogout } from "../src/saml/logout.ts";
