/** Amounts, numbers and days, as people read them. */

/**
 * An amount of money.
 * @param amount in the currency's smallest unit
 * @param currency three letters
 * @param short without ".00", for prices
 */
export function money(amount: number, currency: string, language: string | undefined, short = false): string {
  const format = formatOf(currency, language);
  // A code that no browser knows: the number alone would say too much.
  if (!format) return `${amount} ${currency.toUpperCase()}`;
  const digits = digitsOf(format);
  const value = amount / 10 ** digits;
  if (!short || !Number.isInteger(value)) return format.format(value);
  return (formatOf(currency, language, { minimumFractionDigits: 0 }) as Intl.NumberFormat).format(value);
}

/**
 * The price of one unit, which may be a small part of a cent.
 * @param amount decimal text, in the currency's smallest unit
 */
export function unitMoney(amount: string, currency: string, language: string | undefined): string {
  const format = formatOf(currency, language);
  if (!format) return `${amount} ${currency.toUpperCase()}`;
  const digits = digitsOf(format);
  const decimals = amount.split(".")[1]?.length ?? 0;
  // More than the wire allows would be refused by the format.
  const maximumFractionDigits = Math.min(20, digits + decimals);
  const exact = formatOf(currency, language, { minimumFractionDigits: digits, maximumFractionDigits });
  return (exact ?? format).format(Number(amount) / 10 ** digits);
}

/** A number of units; a fraction is shown to the hundredth. */
export function quantity(value: number, language: string | undefined): string {
  return value.toLocaleString(language, { maximumFractionDigits: 2 });
}

/** A day: "21 December 2026". */
export function day(date: Date, language: string | undefined): string {
  return date.toLocaleDateString(language, { dateStyle: "long" });
}

function formatOf(
  currency: string,
  language: string | undefined,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat | null {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency, ...options });
  } catch {
    return null;
  }
}

/** How many digits stand behind the point: two of most currencies, none of the yen. */
function digitsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
