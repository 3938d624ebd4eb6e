/** Formats amounts of money, quantities, and dates. */

/**
 * Formats an amount of money.
 * @param amount in the currency's smallest unit
 * @param currency three-letter code
 * @param short whether to omit ".00", for prices
 */
export function money(amount: number, currency: string, language: string | undefined, short = false): string {
  const format = formatOf(currency, language);
  // Without a format, the number of decimals is unknown, so show the smallest unit with the currency code.
  if (!format) return `${amount} ${currency.toUpperCase()}`;
  const digits = digitsOf(format);
  const value = amount / 10 ** digits;
  if (!short || !Number.isInteger(value)) return withWholeSymbol(format.format(value));
  const shortFormat = formatOf(currency, language, { minimumFractionDigits: 0 }) as Intl.NumberFormat;
  return withWholeSymbol(shortFormat.format(value));
}

/**
 * Formats the price of one unit, which can be a fraction of a cent.
 * @param amount decimal string, in the currency's smallest unit
 */
export function unitMoney(amount: string, currency: string, language: string | undefined): string {
  const format = formatOf(currency, language);
  if (!format) return `${amount} ${currency.toUpperCase()}`;
  const digits = digitsOf(format);
  const decimals = amount.split(".")[1]?.length ?? 0;
  // Older browsers reject more than 20 decimals.
  const maximumFractionDigits = Math.min(20, digits + decimals);
  const exact = formatOf(currency, language, { minimumFractionDigits: digits, maximumFractionDigits });
  return withWholeSymbol((exact ?? format).format(Number(amount) / 10 ** digits));
}

/**
 * Keeps symbols such as "US$" in their order in right-to-left text, which would otherwise show "$US". It also keeps the
 * currency on the left of a negative amount, as for other amounts.
 */
function withWholeSymbol(text: string): string {
  return text.replace(/^\u200f.*\p{Sc}$/u, "$&\u200e").replace(/^(\u200f.*)\u00a0/u, "$1\u200f\u00a0");
}

/** Formats a number of units, rounded to two decimals. */
export function quantity(value: number, language: string | undefined): string {
  return value.toLocaleString(language, { maximumFractionDigits: 2 });
}

/** Formats a date, such as "21 December 2026". */
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

/** The number of decimals: two for most currencies, zero for the yen. */
function digitsOf(format: Intl.NumberFormat): number {
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
