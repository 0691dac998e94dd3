import type { GasPrice } from '@gateway/chains/evm/fees/cap-fees'
import type { SealedNetworks } from '@gateway/domain/custody/policy-facts'
import type { FeeCaps } from '@gateway/domain/custody/rules'
import type { VelocityFloors } from '@gateway/domain/custody/velocity'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../kernel/context.ts'
import type { HighWaterFile } from './recovery/high-water-file.ts'
import type { SignerKeys } from './keys/signer-keys.ts'

/** What the signer's operations need besides: keys that no other process holds, and the operator's caps. */
export interface SignerContext extends Context {
  readonly keys: SignerKeys
  /** Seed generation that new deposit addresses come from. */
  readonly generation: number
  readonly deploymentId: string
  readonly gasCaps: GasPrice
  /** The dearest block space the signer pays for, in milli-satoshis per virtual byte. */
  readonly feeRateCapMilliSats: bigint
  /** What a network may take out of a deposit. */
  readonly feeCaps: FeeCaps
  /** How often an address is flushed within 24 hours, besides its payment's own round. */
  readonly flushesPerDay: number
  /** What this signer remembers outside the database. */
  readonly sequence: HighWaterFile
  /** True while the operator's file stops all signing, whatever the database says. */
  readonly isPausedByFile: () => boolean
  /** Where the platform's share may go, by chain: the address of today first, then those that earlier payments still name. */
  readonly platformAddresses: Readonly<Partial<Record<ChainCode, readonly string[]>>>
  /** What may leave of an asset whatever left before. */
  readonly velocityFloors: VelocityFloors
  /** How long an address that a payer named is looked at before money goes there, counted from when this signer pinned it. */
  readonly returnHoldMs: number
  /** How long a wallet that takes the place of another waits before money goes there, counted from when this signer pinned it. */
  readonly walletDelayMs: number
  /** The networks that the seed was sealed for. */
  readonly sealedNetworks: SealedNetworks
  /** Ends the process: it serves another network than its seed was sealed for. */
  readonly endProcess: () => never
}
