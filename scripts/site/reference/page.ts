/** A generated page of the site. */
export interface Page {
  /** Path in the docs folder, such as `reference/errors.md`. */
  readonly path: string;
  /** Title in the sidebar. */
  readonly title: string;
  /** Completes the phrase "Read it to …". */
  readonly about: string;
  readonly markdown: string;
}
