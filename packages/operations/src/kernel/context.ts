import type { Rails } from '@gateway/chains/registry'
import type { Orm } from '@gateway/db/orm'
import type { Clock } from '@gateway/domain/kernel/clock'
import type { EventId } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { Throttles } from '@gateway/domain/accounts/throttle'
import type { Plan, PlanCode } from '@gateway/domain/businesses/plan'
import type { RateSource } from '@gateway/providers/rates/source'
import type { KeyObject } from 'node:crypto'
import type { Passwords } from '../accounts/passwords/password.ts'
import type { LogFields } from './log.ts'
import type { StoredRules } from '../payments/rules/store-rules.ts'

/** Where identifiers and randomness come from: a cryptographic source in the product, a counter in tests. */
export interface Ids {
  /** UUIDv4, lower case: unguessable, never time-ordered. */
  uuid(): string
  event(): EventId
  bytes(length: number): Buffer
  /** Uniform in [0, 1); spreads retries, never decides about money. */
  chance(): number
}

/** Structured log. Fields pass an allow-list; never give it bodies, credentials or addresses of people. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

/** Names of the moments at which a crash must lose nothing (crash matrix). */
export type FailpointName =
  | 'S0a'
  | 'S1'
  | 'S2'
  | 'S3a'
  | 'S3b'
  | 'S4'
  | 'S5'
  | 'S6'
  | 'S7'
  | 'S9'
  | 'S11'
  | 'S12'
  | 'S15'
  | 'S16'
  | 'S18a'
  | 'S18b'
  | 'S22'

/** What every operation needs. */
export interface Context {
  readonly orm: Orm
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly rails: Rails
  readonly rates: RateSource
  /** A round of forwarding leaves only if it is worth at least this many times its network cost. */
  readonly forwardCostMultiple: number
  /** Does nothing in the product; test wiring kills its own process here. */
  readonly failpoint: (name: FailpointName) => void | Promise<void>
}

/** Public facts about custody: nothing here can move money. */
interface CustodyFacts {
  /** Part of every signed statement about addresses, so that statements of another deployment prove nothing here. */
  readonly deploymentId: string
  /** Ed25519 key that signs pool addresses. */
  readonly poolPublicKey: KeyObject
  /** Where the platform's share goes, by chain: today's address first, then former ones, which are no merchant's either. */
  readonly platformAddresses: Readonly<Partial<Record<ChainCode, readonly string[]>>>
}

/** Keys the api signs and checks merchant tokens with (EdDSA). */
export interface TokenKeys {
  readonly issuer: string
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** What operations of the api need besides. */
export interface ApiContext extends Context {
  readonly custody: CustodyFacts
  readonly tokenKeys: TokenKeys
  readonly passwords: Passwords
  /** X25519 public key of the webhooks role; the api can seal secrets to it and never open them. */
  readonly webhookSealingKey: KeyObject
  readonly plans: Readonly<Record<PlanCode, Plan>>
  /** What new payments are judged by for ever. */
  readonly paymentRules: StoredRules
  /** How long the payments of a new business wait for their money unless it says otherwise. */
  readonly paymentWindowSeconds: number
  readonly throttles: Throttles
  /** How long a wallet that takes the place of another waits before new payments go there. */
  readonly walletDelayMs: number
  readonly egress: EgressRules
  /** Called after commit with the outbox rows just written, so that a workflow starts at once when Temporal is there; never awaited. */
  readonly tryNow: (outboxIds: readonly string[]) => void
  /** Resolves with the next news of this channel and payload, or after `ms`; news only shorten a wait. */
  readonly hear: (wanted: { readonly channel: string; readonly payload: string; readonly ms: number }) => Promise<void>
  /** Asked right after a commit was made; answers when the signer has looked at it, or soon without that. */
  readonly awaitPin: (commitId: string) => Promise<PinAnswer>
}

/** What the signer has said about a commit; `missing` when it did not say it in time. */
export type PinAnswer = 'pinned' | 'refused' | 'missing'

/** Named private targets that webhooks may reach although they are not public, and plain http to them. Refused in production. */
export interface EgressRules {
  readonly allow: readonly { readonly host: string; readonly port: number | 'any' }[]
}

/** Assets this deployment can take payments in. */
export const servedAssets = (rails: Rails): AssetCode[] => [...rails.values()].flatMap((rail) => rail.assets)
