/** How components refer to the server's calls. */

/** The path of a call, such as `/update-user`, or several. */
export type CallPaths = string | readonly string[];
