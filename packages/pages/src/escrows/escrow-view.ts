import type { EscrowAction } from '@gateway/domain/escrows/actions'
import type { Escrow, EscrowRole } from '@gateway/domain/escrows/escrow'
import type { HistoryEntry } from '@gateway/domain/escrows/history'
import type { Language } from '../locales/languages.ts'
import type { AddressProblem } from '../payments/refund/refund-view.ts'

/** One entry of the history, with its seal in hex. */
export type LogEntry = Pick<HistoryEntry, 'type' | 'actor' | 'details' | 'createdAt'> & { readonly seal: string }

/** How the missing amount is paid in. */
export interface PayIn {
  readonly address: string
  /** Opens a wallet with address and amount. */
  readonly walletLink: string
  /** Text of the QR image. */
  readonly qrText: string
}

/** Why a reason is asked for again. */
export type ReasonProblem = 'missing' | 'too_long'

/** The escrow as it is; `isOvertaken` after a decision that came too late. */
interface Overview {
  readonly step: 'overview'
  readonly isOvertaken?: boolean
}

/** The question before an action, with what was typed. */
export interface Confirmation {
  readonly step: EscrowAction
  readonly reason?: string
  readonly problem?: ReasonProblem
}

/** The overview whose form for the depositor's address was sent with a wrong one. */
interface AddressAsked {
  readonly step: 'overview'
  readonly typed: string
  readonly problem: AddressProblem
}

/** The question whether money goes back to a checked address. */
export interface AddressReview {
  readonly step: 'name'
  /** In its canonical spelling. */
  readonly address: string
  /** The refund hold; 0 where nothing waits for it. */
  readonly holdHours: number
}

/** What an escrow's page is drawn from. */
export interface EscrowPageView {
  readonly language: Language
  readonly nonce: string
  readonly now: Date
  readonly escrow: Escrow
  /** The party that looks. */
  readonly role: EscrowRole
  /** The history, oldest first. */
  readonly log: readonly LogEntry[]
  /** Undefined when nothing is missing, or there is no address. */
  readonly payIn: PayIn | undefined
  /** Explorer URL to which a transaction id is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
  /** The name of a network whose coins have no value; undefined on a main network. */
  readonly testNetwork: string | undefined
  /** Members of the page's address, for its links: the escrow, and the language where one was asked for. */
  readonly query: Readonly<Record<string, string>>
  /** Sent back with every decision: only this page of this browser knows it. */
  readonly formToken: string
  readonly show: Overview | AddressAsked | AddressReview | Confirmation
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}
