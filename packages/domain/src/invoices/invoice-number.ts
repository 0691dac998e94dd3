const NUMBER = /^INV-([1-9]\d{0,8})$/

/** A row of the register of numbers; it stays for ever. `void`: its draft was deleted. */
export interface RegisterRow {
  readonly number: number
  readonly kind: 'invoice' | 'credit_note'
  readonly status: 'used' | 'void'
}

/** A number as it is shown: `INV-42`, without padding. */
export const formatInvoiceNumber = (number: number): string => `INV-${number}`

/** Reads `INV-42`; undefined for any other spelling. */
export function findInvoiceNumber(text: string): number | undefined {
  const digits = NUMBER.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The number after the last one taken, 0 for none; read and written under the lock of the counter's row. */
export const nextNumber = (last: number): number => last + 1

/** Numbers from 1 to the highest that are missing or there more than once; empty for a register without a gap. */
export function findRegisterFaults(rows: readonly Pick<RegisterRow, 'number'>[]): number[] {
  const times = Map.groupBy(rows, ({ number }) => number)
  const highest = rows.reduce((most, { number }) => Math.max(most, number), 0)
  const wanted = Array.from({ length: highest }, (_, index) => index + 1)
  const strange = [...times.keys()].filter((number) => number < 1 || !Number.isInteger(number))
  return [...strange, ...wanted.filter((number) => times.get(number)?.length !== 1)]
}
