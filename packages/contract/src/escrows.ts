import type { EscrowAction } from '@gateway/domain/escrows/actions'
import { type ContractDecision, type EscrowContract, OUTCOME_CODES } from '@gateway/domain/escrows/contract'
import { type Escrow, escrowFeeUnits } from '@gateway/domain/escrows/escrow'
import { type EscrowEventType, escrowEventTypes, type HistoryEntry } from '@gateway/domain/escrows/history'
import { escrowStates } from '@gateway/domain/escrows/machine'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { Asset, TxId } from './wire/chain.ts'
import { Id } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { PageView } from './wire/page.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'
import { memberOf, view } from './wire/objects/view.ts'

const EXAMPLE_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const Coin = z.number().meta({ description: 'The amount is in whole coins.', example: 0.05 })
const Party = z.string().meta({ description: 'The address of a party.', example: EXAMPLE_ADDRESS })
const DollarAmount = z.number().meta({ description: 'The amount in US dollars at its creation.', example: 2500 })
const Deposited = Coin.meta({ description: 'The deposits seen so far add up to this.', example: 0 })
const Moment = Time.nullable().meta({ description: 'The moment is null until it happens.', example: null })
const PartyText = z
  .string()
  .nullable()
  .meta({ description: 'Only the parties and the business of the escrow see it; null for everybody else.', example: null })

const word = (description: string) => z.string().meta({ description, example: `0x${'00'.repeat(32)}` })
const account = (description: string) => z.string().meta({ description, example: '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb' })

/** The contract of an escrow, in an answer: the terms have the names and the order of the contract's own. */
const EscrowContractView = z
  .object({
    factory: account('The factory that creates the contract and records its outcome.'),
    terms: z
      .object({
        id: word('The CREATE2 salt.'),
        depositor: account('A refund, and whatever comes above the amount, goes there.'),
        beneficiary: account('A release goes there.'),
        token: account('The contract of the token; the zero address is the coin of the chain.'),
        amount: z.string().meta({ description: 'Base units that a release needs.', example: '50000000' }),
        fee_receiver: account('The fee of a release goes there.'),
        fee_bps: z.int().meta({ description: 'The fee of a release in hundredths of a percent.', example: 100 }),
        decider: account('The account whose signature decides.'),
        release_hash: word('The hash of the release token.'),
        deadline: z.int().meta({ description: 'Unix time in seconds; after it anybody can refund.', example: 1_795_000_000 }),
        chain_id: z.int().meta({ description: 'The only chain on which a release exists.', example: 1 }),
      })
      .meta({ description: 'The terms have the names and the order of the contract’s own.' }),
    decision: z
      .object({
        outcome: z.enum(['release', 'refund']).meta({ description: 'The outcome that it proves.', example: 'refund' }),
        outcome_code: z.int().meta({ description: 'The outcome as the factory numbers it.', example: 2 }),
        proof: word('The signature of the decider.'),
      })
      .nullable()
      .meta({
        description:
          'The escrow is decided, and settling it costs more than a third of what it moves. It waits here until that changes; with this proof any account can call `settle(terms, outcome_code, proof)` of the factory and pay the gas itself. Null otherwise.',
        example: null,
      }),
  })
  .meta({ id: 'EscrowContract', description: 'The contract that holds the money of an escrow.' })

/** An escrow as one caller sees it: whole for its parties and its business, without their words and metadata for everybody else. */
export interface SeenEscrow {
  readonly escrow: Escrow
  readonly isInside: boolean
}

const Contract = EscrowContractView.nullable().meta({
  description:
    'The contract that holds the money, with the terms that settle it even without this service: keep a copy of them. Null where an address of the gateway holds the money, and while the escrow has no address.',
  example: null,
})
const Exact = z.string().meta({ description: 'The same amount as an exact decimal string.', example: '0.05' })
const Fee = Coin.meta({ description: 'The platform’s share of a release; a refund costs nothing.', example: 0.0005 })
const Status = z.enum(escrowStates).meta({
  description:
    'The escrow has this status now. Where a contract holds the money, what the contract has recorded first counts: `refunded` can still become `released`, and `released` `refunded`, until their payout is final.',
  example: 'created',
})
const Depositor = Party.nullable().meta({
  description: 'The address that a refund pays; null until the depositor of a series names one on the page of the escrow.',
  example: EXAMPLE_ADDRESS,
})
const Arbiter = z.string().nullable().meta({ description: 'The third party that was named, if one was.', example: null })
const Metadata = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'Only the parties and the business of the escrow see it; null for everybody else.', example: {} })
const Expiry = Time.meta({ description: 'Until then the escrow waits for its deposit.', example: '2026-10-02T12:00:00.000Z' })

const its = memberOf<SeenEscrow>()
/** What an escrow and a new one have in common. */
export const escrowMembers = {
  contract: its(Contract, ({ escrow }) => escrow.contract && presentContract(escrow.contract, isOpen(escrow) ? escrow.decision : null)),
  id: its(Id, ({ escrow }) => escrow.id),
  chain: its(Asset, ({ escrow }) => escrow.asset),
  amount: its(Coin, ({ escrow }) => coinsOf(escrow, escrow.amountUnits)),
  amount_exact: its(Exact, ({ escrow }) => formatUnits(escrow.amountUnits, assetOf(escrow.asset).decimals)),
  amount_usd: its(DollarAmount, ({ escrow }) => Number(formatUnits(escrow.usdCents, 2))),
  fee_amount: its(Fee, ({ escrow }) => coinsOf(escrow, escrowFeeUnits(escrow))),
  deposited_amount: its(Deposited, ({ escrow }) => coinsOf(escrow, escrow.depositedUnits)),
  status: its(Status, ({ escrow }) => escrow.state),
  depositor_address: its(Depositor, ({ escrow }) => escrow.depositorAddress),
  beneficiary_address: its(Party, ({ escrow }) => escrow.beneficiaryAddress),
  arbiter_address: its(Arbiter, ({ escrow }) => escrow.arbiterAddress),
  metadata: its(Metadata, ({ escrow, isInside }) => (isInside ? { ...escrow.metadata } : null)),
  deposit_tx_hash: its(TxId, ({ escrow }) => escrow.depositTxId),
  settlement_tx_hash: its(TxId, ({ escrow }) => escrow.settlementTxId),
  dispute_reason: its(PartyText, ({ escrow, isInside }) => (isInside ? escrow.disputeReason : null)),
  dispute_resolution: its(PartyText, ({ escrow, isInside }) => (isInside ? escrow.disputeResolution : null)),
  business_id: its(PartyText, ({ escrow, isInside }) => (isInside ? escrow.businessId : null)),
  created_at: its(Time, ({ escrow }) => presentTime(escrow.createdAt)),
  expires_at: its(Expiry, ({ escrow }) => presentTime(escrow.expiresAt)),
  funded_at: its(Moment, ({ escrow }) => presentTimeOrNull(escrow.fundedAt)),
  released_at: its(Moment, ({ escrow }) => presentTimeOrNull(escrow.releasedAt)),
  settled_at: its(Moment, ({ escrow }) => presentTimeOrNull(escrow.settledAt)),
  disputed_at: its(Moment, ({ escrow }) => presentTimeOrNull(escrow.disputedAt)),
  refunded_at: its(Moment, ({ escrow }) => presentTimeOrNull(escrow.refundedAt)),
  livemode: its(Livemode, ({ escrow }) => isLive(escrow.mode)),
}
/** Their schema, which others have all members of. */
export const EscrowMembers = view(escrowMembers, {
  id: 'EscrowMembers',
  description: 'What an escrow and a new one have in common.',
}).schema

const EscrowAddress = z.string().nullable().meta({
  description:
    'The deposit is sent to this address, which belongs to this escrow alone; null until the depositor of a series has named an address for refunds where a contract commits to it (ETH, POL and their USDC), and where the gateway refuses to serve it.',
  example: EXAMPLE_ADDRESS,
})
/** An escrow, in an answer. */
export const escrowView = view(
  { ...escrowMembers, escrow_address: its(EscrowAddress, ({ escrow }) => escrow.address) },
  { id: 'Escrow', description: 'Money of one party that is held until it is released to the other or goes back.' },
)

/** A page of escrows. */
export const EscrowListView = z.object({ escrows: z.array(escrowView.schema), ...PageView })

/** An entry of the history, and whether its reader sees its details. */
interface SeenEntry extends Omit<HistoryEntry, 'n'> {
  readonly id: string
  readonly type: EscrowEventType
  readonly isInside: boolean
}

const Actor = z.enum(['depositor', 'beneficiary', 'arbiter', 'system']).meta({ description: 'Who did it.', example: 'system' })
const Details = z
  .record(z.string(), z.string())
  .nullable()
  .meta({ description: 'Only the parties and the business of the escrow see it; null for everybody else.', example: null })

const entrys = memberOf<SeenEntry>()
/** An entry in the history of an escrow, as its reader may see it. */
export const escrowEventView = view({
  id: entrys(Id, 'id'),
  escrow_id: entrys(Id, 'escrowId'),
  event_type: entrys(z.enum(escrowEventTypes).meta({ description: 'What happened.', example: 'created' }), 'type'),
  actor: entrys(Actor, 'actor'),
  details: entrys(Details, ({ details, isInside }) => (isInside ? { ...details } : null)),
  created_at: entrys(Time, ({ createdAt }) => presentTime(createdAt)),
})

/** The party of a token, in an answer. */
export const EscrowRoleView = z
  .enum(['depositor', 'beneficiary'])
  .meta({ description: 'The party that the token belongs to.', example: 'depositor' })
/** What that party may do now, in an answer. */
export const EscrowActionsView = z
  .array(z.enum(['release', 'refund', 'dispute']))
  .meta({ description: 'What the party may do now.', example: ['release', 'refund', 'dispute'] }) satisfies z.ZodType<EscrowAction[]>

/** An amount in whole coins. */
function coinsOf({ asset }: Escrow, units: bigint): number {
  return Number(formatUnits(units, assetOf(asset).decimals))
}

/** True until its outcome is on its way. */
const isOpen = ({ settlementTxId }: Escrow): boolean => settlementTxId === null

/** The contract of an escrow, as answers show it. */
export const presentContract = (
  { factory, terms: { feeReceiver, feeBps, releaseHash, chainId, ...terms } }: EscrowContract,
  decision: ContractDecision | null,
) => ({
  factory,
  terms: { ...terms, fee_receiver: feeReceiver, fee_bps: feeBps, release_hash: releaseHash, chain_id: chainId },
  decision: decision && { ...decision, outcome_code: OUTCOME_CODES[decision.outcome] },
})
