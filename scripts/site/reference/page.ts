/** A generated page of the site. */
export interface Page {
  /** Path in the docs folder, such as `reference/errors/billing.md`. */
  readonly path: string;
  /** Title in the sidebar. */
  readonly title: string;
  /** The page's contents, as a sentence. */
  readonly about: string;
  readonly markdown: string;
  /** Names that pages mention as code, with the anchor on this page that explains each. */
  readonly names?: readonly (readonly [name: string, anchor: string])[];
}

/** An overview and the pages below it. */
export interface PageGroup {
  readonly title: string;
  readonly overview: Page;
  readonly pages: readonly Page[];
}

/** Links from one generated page to another. */
export function linkTo(page: Pick<Page, "path">, from: string, anchor = ""): string {
  const [own, other] = [from.split("/"), page.path.split("/")];
  while (own.length > 1 && own[0] === other[0]) {
    own.shift();
    other.shift();
  }
  return `${"../".repeat(own.length - 1)}${other.join("/")}${anchor === "" ? "" : `#${anchor}`}`;
}
