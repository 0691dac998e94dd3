import type { AttemptInput, IntentInput } from '../custody/machine.ts'
import type { SpendPurpose } from '../custody/purposes.ts'

/** A restricted key at the processor; each opens the calls of one duty and nothing else. */
export type ProcessorDuty = 'checkout' | 'refunds' | 'transfers'

/** What is known of money that the processor moves for one purpose. */
interface ProcessorPurposeFacts {
  readonly duty: ProcessorDuty
  /** On whose account it is called: the platform's, or that of the charge, which is the merchant's for a direct payment. */
  readonly account: 'platform' | 'charged'
  /** Money that leaves waits while a pause stops it; a charge brings money in. */
  readonly direction: 'in' | 'out'
  /** The object that an intent's `ref` names. */
  readonly ref: 'card_payment' | 'card_escrow' | 'card_refund'
  /** The object at the processor that proves it, by its id and its balance transaction. */
  readonly provenBy: 'charge' | 'transfer' | 'refund' | 'fee_refund' | 'transfer_reversal'
  /** What to list when an outcome was unknown for a day; each object is compared by its `metadata.intent_id`. */
  readonly lookedUpBy: 'sessions_created' | 'transfers_of_group' | 'refunds_of_payment_intent' | 'refunds_of_fee' | 'reversals_of_transfer'
}

/** Every purpose of money that the card processor moves. */
export const processorPurposes = {
  card_charge: {
    duty: 'checkout',
    account: 'charged',
    direction: 'in',
    ref: 'card_payment',
    provenBy: 'charge',
    lookedUpBy: 'sessions_created',
  },
  card_transfer: {
    duty: 'transfers',
    account: 'platform',
    direction: 'out',
    ref: 'card_escrow',
    provenBy: 'transfer',
    lookedUpBy: 'transfers_of_group',
  },
  card_refund: {
    duty: 'refunds',
    account: 'charged',
    direction: 'out',
    ref: 'card_refund',
    provenBy: 'refund',
    lookedUpBy: 'refunds_of_payment_intent',
  },
  card_fee_refund: {
    duty: 'refunds',
    account: 'platform',
    direction: 'out',
    ref: 'card_refund',
    provenBy: 'fee_refund',
    lookedUpBy: 'refunds_of_fee',
  },
  card_reversal: {
    duty: 'transfers',
    account: 'platform',
    direction: 'out',
    ref: 'card_refund',
    provenBy: 'transfer_reversal',
    lookedUpBy: 'reversals_of_transfer',
  },
} as const satisfies Readonly<Record<string, ProcessorPurposeFacts>>

/** Purpose of money that the card processor moves. */
export type ProcessorPurpose = keyof typeof processorPurposes

/** Purpose of money that leaves, on whichever rail. */
export type MoneyPurpose = SpendPurpose | ProcessorPurpose

/** The name of every purpose, for checks of columns. */
export const processorPurposeNames = Object.keys(processorPurposes) as ProcessorPurpose[]

/** True for money that leaves, which a pause stops. */
export const isOutgoing = (purpose: ProcessorPurpose): boolean => processorPurposes[purpose].direction === 'out'

/** True for a purpose of the card processor. */
export const isProcessorPurpose = (purpose: MoneyPurpose): purpose is ProcessorPurpose => Object.hasOwn(processorPurposes, purpose)

/** The handle of an attempt, fixed before its first call: the processor makes one object for it, however often it is called. */
export const idempotencyKeyOf = (purpose: ProcessorPurpose, intentId: string): string => `${purpose}:${intentId}`

/** How a call of the processor ended. `wait`: nothing happened, so the same key is sent again. `unknown`: it may have happened. */
export type CallResult = 'done' | 'refused' | 'wait' | 'unknown'

/** What each result does to an attempt and its intent; null where it changes neither and the same key is sent again. */
export const resultInputs = {
  done: { attempt: 'finalize', intent: 'finalize' },
  refused: { attempt: 'die', intent: 'void' },
  wait: null,
  unknown: null,
} as const satisfies Readonly<Record<CallResult, { readonly attempt: AttemptInput; readonly intent: IntentInput } | null>>

const DAY_MS = 24 * 60 * 60 * 1_000

/** True when an attempt is looked up before its key is sent again: the processor forgets a key after a day. */
export const isLookUpDue = (firstSentAt: Date, now: Date): boolean => now.getTime() - firstSentAt.getTime() >= DAY_MS
