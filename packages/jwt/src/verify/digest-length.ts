/** A constant that the issuer and the verifiers share. */

/** Characters of a session's digest in the list of ended sessions: 132 bits. */
export const digestLength = 22;
