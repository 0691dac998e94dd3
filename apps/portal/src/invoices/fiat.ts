import { formatFiat } from '../ui/money.ts'

/** An amount as invoices answer it, in whole units of its currency: "€119.00". */
export const fiat = (amount: number, currency: string): string => formatFiat(String(amount), currency)
