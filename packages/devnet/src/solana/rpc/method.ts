import { blockAt, type Ledger } from '../ledger/ledger.ts'
import type { Config, Params } from './params.ts'

/** A method of the interface. */
type Method = (ledger: Ledger, params: Params) => unknown

/** Methods by name. */
export type Methods = Readonly<Record<string, Method>>

/** A value with the slot it is of. */
export const inContext = (ledger: Ledger, { commitment }: Pick<Config, 'commitment'>, value: unknown): unknown => ({
  context: { apiVersion: '3.0.0', slot: blockAt(ledger, commitment).slot },
  value,
})
