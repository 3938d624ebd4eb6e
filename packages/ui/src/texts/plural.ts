/** The type of texts with a number. */

/**
 * A text with a number, in the forms of its language (Unicode CLDR). English has `one` and `other`, Arabic has all six.
 * `{count}` is the number.
 */
export interface PluralText {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}
