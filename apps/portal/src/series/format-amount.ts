import { formatFiat } from '../ui/money.ts'

/** An amount of a series: in whole units of its currency, or for cards in the smallest one. */
export function formatAmount(amount: number, { currency, unit }: { readonly currency: string; readonly unit: 'major' | 'minor' }): string {
  if (unit === 'major') return formatFiat(amount, currency)
  const { maximumFractionDigits: digits = 0 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return formatFiat(amount / 10 ** digits, currency)
}
