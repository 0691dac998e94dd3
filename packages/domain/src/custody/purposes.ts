import type { Payable } from '../ledger/templates.ts'
import { type Merged, type OfRooms, ofRooms } from '../rooms.ts'

/** A role that payout terms pay. */
export type PayeeRole = 'merchant' | 'platform' | 'payer' | 'beneficiary' | 'depositor'

/** What the core has to know about payouts of one purpose; it decides by these facts and never by the purpose's name. */
export interface PurposeFacts {
  /** Whose addresses hold the money; its room is told of the payout. */
  readonly owner: string
  /** The object that the payout terms belong to and that a payout's `ref` names; the owner itself, or something of it with terms of its own. */
  readonly termsOf: string
  /** Terms that take the place of those of its object: their last payee was named after creation. */
  readonly laterTermsOf?: string
  /** The roles that the terms pay, in this order: the first gets the amount less the fees, the second the fee, the third the excess above the amount. */
  readonly payees: readonly [PayeeRole, PayeeRole?, PayeeRole?]
  /** The claim that the payout settles. */
  readonly payable: Payable
  /** Somebody counts on it: that it waits for its cost for a day is an alarm. Others are made by whatever strangers send. */
  readonly isAwaited: boolean
  /** Platform fees too small to be paid earlier are taken from it. */
  readonly paysOwedFees: boolean
  /** A remainder that is too little to stay at the address leaves with it even if another payout has it. */
  readonly takesDust: boolean
  /** Its recipient was named after creation, so the signer waits after it has pinned the terms. */
  readonly isHeldAfterPin: boolean
  /** Without its deposits it is over; otherwise it keeps them and pays if one reappears. */
  readonly endsWithoutDeposits: boolean
  /** Signing it twice on a chain whose transactions die with their nonce pays once, because it moves the present balance of an address. */
  readonly isIdempotentOnChain: boolean
}

/** Every purpose of a payout. */
export const purposes: Purposes = Object.assign({}, ...ofRooms('purposes'))

type Purposes = Merged<OfRooms<'purposes'>>

/** Purpose of a payout. */
export type SpendPurpose = keyof typeof purposes

/** Kind of object that payout terms belong to. */
export type TermsSubject = (typeof purposes)[SpendPurpose]['termsOf'] | LaterTerms<(typeof purposes)[SpendPurpose]>

type LaterTerms<Row> = Row extends { readonly laterTermsOf: infer Subject } ? Subject : never

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
export const rowOfTerms = (subject: TermsSubject): PurposeFacts & { readonly owner: PayoutOwnerSubject } =>
  purposes[purposeOfTerms(subject)]

/** True when terms pay exactly the roles of their purpose, in order. */
export const paysItsPayees = (subject: TermsSubject, recipients: readonly { readonly role: PayeeRole }[]): boolean =>
  recipients.map(({ role }) => role).join() === rowOfTerms(subject).payees.join()
