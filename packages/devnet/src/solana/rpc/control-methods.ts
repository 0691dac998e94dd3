import type { Commitment } from '../ledger/ledger.ts'
import type { PlainAccount } from '../ledger/place-account.ts'
import type { Command } from '../node/journal.ts'
import { configAt, numberAt, type Params } from './params.ts'
import { wireAt } from './transaction-methods.ts'

/**
 * Calls that change the chain, as the commands they are: those of a node, and beside them `devnet_tick`, `devnet_skip`, `devnet_fork`,
 * `devnet_setAccount` and `devnet_setLag`, which no real node has.
 */
export const controlMethods: Readonly<Record<string, (params: Params) => Command>> = {
  sendTransaction: (params) => ({
    kind: 'send',
    wire: Buffer.from(wireAt(params)).toString('base64'),
    skipPreflight: configAt(params, 1).skipPreflight,
  }),
  devnet_tick: (params) => ({ kind: 'tick', slots: numberAt(params, 0, 1) }),
  devnet_skip: (params) => ({ kind: 'skip', slots: numberAt(params, 0, 1) }),
  devnet_fork: (params) => ({ kind: 'fork', depth: numberAt(params, 0) }),
  devnet_setAccount: (params) => ({ kind: 'account', account: params[0] as PlainAccount }),
  devnet_setLag: (params) => ({ kind: 'lag', commitment: params[0] as Commitment, slots: numberAt(params, 1) }),
}
