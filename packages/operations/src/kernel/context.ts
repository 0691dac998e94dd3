import type { PartyTokenKeys } from '../custody/evidence/party-tokens.ts'
import type { Rails } from '@gateway/chains/registry'
import type { Orm } from '@gateway/db/orm'
import type { Clock } from '@gateway/domain/kernel/clock'
import type { EventId } from '@gateway/domain/kernel/id'
import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { EmailLimits } from '@gateway/domain/accounts/email'
import type { Throttles } from '@gateway/domain/accounts/throttle'
import type { Plan, PlanCode } from '@gateway/domain/businesses/plan'
import type { Ruled } from '@gateway/domain/payments/payment-rules'
import type { RateSource } from '@gateway/providers/rates/source'
import type { KeyObject } from 'node:crypto'
import type { Passwords } from '../accounts/passwords/password.ts'
import type { LogFields } from './log.ts'
import type { StoredRules } from '../payments/rules/store-rules.ts'
import type { FailpointName } from './failpoints.ts'

/** Source of identifiers and randomness: cryptographic in the product, a counter in tests. */
export interface Ids {
  /** UUIDv4, lower case: unguessable, never time-ordered. */
  uuid(): string
  event(): EventId
  bytes(length: number): Buffer
  /** Uniform in [0, 1); spreads retries, never decides about money. */
  chance(): number
}

/** Structured log. Fields pass an allow-list; never give it bodies, credentials or addresses of merchants and payers. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

/** Dependencies of every operation. */
export interface Context {
  readonly orm: Orm
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly rails: Rails
  readonly rates: RateSource
  /** Origin under which clients reach the api, without a slash at its end. */
  readonly publicUrl: string
  /** A round of forwarding is sent only if it is worth at least this many times its network cost. */
  readonly forwardCostMultiple: number
  /** Does nothing in the product; crash tests kill their own process here. */
  readonly failpoint: (name: FailpointName) => void | Promise<void>
}

/** Public facts about custody: nothing here can move money. */
export interface CustodyFacts {
  /** Part of every signed statement about addresses, so that statements of another deployment are invalid here. */
  readonly deploymentId: string
  /** Ed25519 key that signs pool addresses. */
  readonly poolPublicKey: KeyObject
  /** The platform's fee addresses by chain, the current one first, then former ones, which no merchant may use either. */
  readonly platformAddresses: Readonly<Partial<Record<ChainCode, readonly string[]>>>
  /** The accounts that decide new escrow contracts, by chain; without one a chain of contracts serves no escrows. */
  readonly deciderAddresses: Readonly<Partial<Record<ChainCode, string>>>
}

/** Keys the api signs and checks merchant tokens with (EdDSA). */
export interface TokenKeys {
  readonly issuer: string
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Further dependencies of operations that create escrows: of the api, and of the role that opens the children of series. */
export interface EscrowContext extends Context {
  readonly custody: CustodyFacts
  /** What parties' tokens are stored and sealed with; the signer has the same. */
  readonly partyTokenKeys: PartyTokenKeys
  /** X25519 public key of the webhooks role; whoever seals a secret to it can never open it. */
  readonly webhookSealingKey: KeyObject
  readonly emailLimits: EmailLimits
  readonly plans: Readonly<Record<PlanCode, Plan>>
  /** The rules that price and confirm what is created. */
  readonly paymentRules: Ruled
}

/** Further dependencies of operations of the api. */
export interface ApiContext extends EscrowContext {
  readonly tokenKeys: TokenKeys
  readonly passwords: Passwords
  /** The rules that new payments are stored with. */
  readonly paymentRules: StoredRules
  /** The default payment window of new businesses. */
  readonly paymentWindowSeconds: number
  readonly throttles: Throttles
  /** How long a new wallet waits before payments go to it instead of the former one. */
  readonly walletDelayMs: number
  /** How long the link of a refund is valid that a merchant offers. */
  readonly refundLinkDays: number
  /** After how long an unpaid refund expires that a merchant pays. */
  readonly refundOfferDays: number
  readonly egress: EgressRules
  /** Called after commit with the new outbox rows, so that a workflow starts immediately when Temporal answers; never awaited. */
  readonly tryNow: (outboxIds: readonly string[]) => void
  /** Resolves with the next notification of this channel and payload, or after `ms`. */
  readonly hear: (wanted: { readonly channel: string; readonly payload: string; readonly ms: number }) => Promise<void>
  /** Called right after payout terms are committed; resolves once the signer has checked them, or after a timeout. */
  readonly awaitPin: (payoutTermsId: string) => Promise<PinAnswer>
  readonly askChain: AskChain
}

/** Asks what the node of a chain knows an address as; undefined when its reader did not answer in time. */
export type AskChain = (place: { readonly chain: ChainCode; readonly address: string }) => Promise<AddressUse | undefined>

/** The signer's answer about payout terms; `missing` when it did not answer in time. */
export type PinAnswer = 'pinned' | 'refused' | 'missing'

/** Private targets that webhooks may reach, also over plain http. Refused in production. */
export interface EgressRules {
  readonly allow: readonly { readonly host: string; readonly port: number | 'any' }[]
}

/** Assets this deployment can take payments in. */
export const servedAssets = (rails: Rails): AssetCode[] => [...rails.values()].flatMap((rail) => rail.assets)
