import type { Detail } from './escrow.tsx'

/** The series that opened an escrow, and the number of the escrow in it. */
export interface OpeningSeries {
  readonly id: string
  readonly period: number
}

/** The series that opened an escrow, as its metadata name it. */
export function seriesOf({ metadata }: Detail['escrow']): OpeningSeries | undefined {
  const { series_id: id, period } = metadata ?? {}
  return typeof id === 'string' && typeof period === 'number' ? { id, period } : undefined
}
