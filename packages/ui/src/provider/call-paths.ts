/** Calls of the server, as screens name them. */

/** The path of a call, such as `/update-user`, or several. */
export type CallPaths = string | readonly string[];
