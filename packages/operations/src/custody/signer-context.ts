import type { GasPrice } from '@gateway/chains/evm/cap-fees'
import type { Context } from '../context.ts'
import type { SignerKeys } from './signer-keys.ts'

/** What the signer's operations need besides: keys that no other process holds, and the operator's caps. */
export interface SignerContext extends Context {
  readonly keys: SignerKeys
  /** Seed generation that new deposit addresses come from. */
  readonly generation: number
  readonly deploymentId: string
  readonly gasCaps: GasPrice
  /** The dearest block space the signer pays for, in milli-satoshis per virtual byte. */
  readonly feeRateCapMilliSats: bigint
  /** True while the operator's file stops all signing, whatever the database says. */
  readonly isPausedByFile: () => boolean
}
