import type { WatchSubject } from '../chainwatch/deposit.ts'
import type { Payable } from '../ledger/templates.ts'

/** A role that payout terms pay. */
export type PayeeRole = 'merchant' | 'platform' | 'payer' | 'beneficiary' | 'depositor'

/** What the core has to know about payouts of one purpose; it decides by these facts and never by the purpose's name. */
interface PurposeFacts {
  /** Whose addresses hold the money; its room is told of the payout. */
  readonly owner: Exclude<WatchSubject, 'treasury'>
  /** The object that the payout terms belong to and that a payout's `ref` names; the owner itself, or something of it with terms of its own. */
  readonly termsOf: 'payment' | 'refund' | 'escrow' | 'escrow_refund' | 'escrow_excess'
  /** Terms that take the place of those of its object: their last payee was named after creation. */
  readonly laterTermsOf?: 'escrow_overpaid'
  /** The roles that the terms pay, in this order: the first gets the amount less the fees, the second the fee, the third the excess above the amount. */
  readonly payees: readonly [PayeeRole, PayeeRole?, PayeeRole?]
  /** The claim that the payout settles. */
  readonly payable: Payable
  /** Somebody counts on it: that it waits for its cost for a day is an alarm. Others are made by whatever strangers send. */
  readonly isAwaited: boolean
  /** Platform fees too small to be paid earlier are taken from it. */
  readonly paysOwedFees: boolean
  /** A remainder that is too little to stay at the address leaves with it. */
  readonly takesDust: boolean
  /** Its recipient was named after creation, so the signer waits after it has pinned the terms. */
  readonly isHeldAfterPin: boolean
  /** Without its deposits it is over; otherwise it keeps them and pays if one reappears. */
  readonly endsWithoutDeposits: boolean
  /** Signing it twice on a chain whose transactions die with their nonce pays once, because it moves the present balance of an address. */
  readonly isIdempotentOnChain: boolean
}

/** What all payouts of an escrow have in common. */
const escrowPayout = {
  owner: 'escrow',
  payable: 'party:payable',
  isAwaited: true,
  paysOwedFees: false,
  takesDust: true,
  isHeldAfterPin: false,
  endsWithoutDeposits: false,
  // Where transactions die with their nonce a contract holds the money, and pays by its first outcome only.
  isIdempotentOnChain: true,
} as const satisfies Partial<PurposeFacts>

/** Every purpose of a payout. */
export const purposes = {
  forward: {
    owner: 'payment',
    termsOf: 'payment',
    payees: ['merchant', 'platform'],
    payable: 'merchant:payable',
    isAwaited: true,
    paysOwedFees: true,
    takesDust: true,
    isHeldAfterPin: false,
    endsWithoutDeposits: false,
    isIdempotentOnChain: true,
  },
  payment_refund: {
    owner: 'payment',
    termsOf: 'refund',
    payees: ['payer'],
    payable: 'party:payable',
    isAwaited: true,
    paysOwedFees: false,
    takesDust: false,
    isHeldAfterPin: true,
    endsWithoutDeposits: true,
    isIdempotentOnChain: false,
  },
  escrow_release: {
    ...escrowPayout,
    termsOf: 'escrow',
    laterTermsOf: 'escrow_overpaid',
    payees: ['beneficiary', 'platform', 'depositor'],
  },
  escrow_refund: {
    ...escrowPayout,
    termsOf: 'escrow_refund',
    payees: ['depositor'],
  },
  escrow_excess: {
    ...escrowPayout,
    isAwaited: false,
    termsOf: 'escrow_excess',
    payees: ['depositor'],
  },
} as const satisfies Readonly<Record<string, PurposeFacts>>

/** Purpose of a payout. */
export type SpendPurpose = keyof typeof purposes

/** Kind of object that payout terms belong to. */
export type TermsSubject = PurposeFacts['termsOf'] | NonNullable<PurposeFacts['laterTermsOf']>

/** Kind of object whose addresses receive money that payouts move on. */
export type PayoutOwnerSubject = (typeof purposes)[SpendPurpose]['owner']

/** The name of every purpose. */
export const purposeNames = Object.keys(purposes) as SpendPurpose[]

/** The kinds of object whose addresses receive money that payouts move on. */
export const payoutOwners: readonly PayoutOwnerSubject[] = [...new Set(purposeNames.map((purpose) => purposes[purpose].owner))]

type Trait = { [Key in keyof PurposeFacts]-?: PurposeFacts[Key] extends boolean ? Key : never }[keyof PurposeFacts]

/** The purposes with a trait, for queries. */
export const purposesWhere = (trait: Trait): SpendPurpose[] => purposeNames.filter((purpose) => purposes[purpose][trait])

/** The purpose of payouts by terms of a kind of object. */
export function purposeOfTerms(subject: TermsSubject): SpendPurpose {
  const found = purposeNames.find((purpose) => {
    const { termsOf, laterTermsOf }: PurposeFacts = purposes[purpose]
    return termsOf === subject || laterTermsOf === subject
  })
  if (!found) throw new RangeError(`No payout has terms of a ${subject}`)
  return found
}

/** What the core has to know about payouts by terms of a kind of object. */
export const rowOfTerms = (subject: TermsSubject): PurposeFacts => purposes[purposeOfTerms(subject)]

/** True when terms pay exactly the roles of their purpose, in order. */
export const paysItsPayees = (subject: TermsSubject, recipients: readonly { readonly role: PayeeRole }[]): boolean =>
  recipients.map(({ role }) => role).join() === rowOfTerms(subject).payees.join()
