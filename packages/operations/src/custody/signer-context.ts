import type { PartyTokenKeys } from './evidence/party-tokens.ts'
import type { GasPrice } from '@gateway/chains/evm/fees/cap-fees'
import type { SealedNetworks } from '@gateway/domain/custody/policy-facts'
import type { FeeCaps } from '@gateway/domain/custody/rules'
import type { VelocityFloors } from '@gateway/domain/custody/velocity'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../kernel/context.ts'
import type { HighWaterFile } from './recovery/high-water-file.ts'
import type { SignerKeys } from './keys/signer-keys.ts'

/** The signer's context: keys that no other process holds, and the operator's caps. */
export interface SignerContext extends Context {
  readonly keys: SignerKeys
  /** What parties' tokens are stored and sealed with, so that the signer can check a party's decision for itself. */
  readonly partyTokenKeys: PartyTokenKeys
  /** Seed generation of new deposit addresses. */
  readonly generation: number
  readonly deploymentId: string
  /** The highest gas prices, by chain; nothing is signed for a chain without one. */
  readonly gasCaps: Readonly<Partial<Record<ChainCode, GasPrice>>>
  /** The highest fee rates, in milli-satoshis per virtual byte, by chain; nothing is signed for a chain without one. */
  readonly feeRateCaps: Readonly<Partial<Record<ChainCode, bigint>>>
  /** The cap on the network fee taken out of a deposit. */
  readonly feeCaps: FeeCaps
  /** The maximum number of flushes of an address in 24 hours, besides its payment's first round. */
  readonly flushesPerDay: number
  /** The signer's high-water file. */
  readonly sequence: HighWaterFile
  /** True while the operator's pause file exists, whatever the database says. */
  readonly isPausedByFile: () => boolean
  /** Allowed platform addresses by chain: the current one first, then those in older payout terms. */
  readonly platformAddresses: Readonly<Partial<Record<ChainCode, readonly string[]>>>
  /** The outflow of an asset that is always allowed. */
  readonly velocityFloors: VelocityFloors
  /** The refund hold, counted from this signer's pin. */
  readonly returnHoldMs: number
  /** The wallet change delay, counted from this signer's pin. */
  readonly walletDelayMs: number
  /** The networks that the seed was sealed for. */
  readonly sealedNetworks: SealedNetworks
  /** Ends the process, because it serves another network than its seed was sealed for. */
  readonly endProcess: () => never
}
