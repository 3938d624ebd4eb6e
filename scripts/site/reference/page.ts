/** A page that is made when the site is built. */
export interface Page {
  /** Below the folder of the docs: `reference/errors.md`. */
  readonly path: string;
  /** In the sidebar. */
  readonly title: string;
  /** Read it to … */
  readonly about: string;
  readonly markdown: string;
}
