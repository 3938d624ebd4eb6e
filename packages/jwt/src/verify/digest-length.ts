/** What the issuer and the verifiers have to agree on. */

/** Characters of a session's digest in the list of ended sessions: 132 bits. */
export const digestLength = 22;
