import { Ban, Banknote, CircleSlash, Copy, Eye, FileText, Hash, Lock, Mail, PenLine, Undo2, Wallet } from 'lucide-react'
import type { ConsequenceRow } from '../../ui/consequences.tsx'
import type { Invoice } from './invoice-detail.ts'

/** What is asked before it is done with one press. */
export type InvoiceAction = 'send' | 'publish' | 'resend' | 'remind' | 'undo' | 'cancel' | 'duplicate' | 'remove'

interface Texts {
  /** Asks in the dialog, with the number. */
  readonly asks: (number: string) => string
  readonly keep: string
  readonly act: string
  readonly busy: string
  readonly done: string
  readonly consequences: (invoice: Invoice) => readonly ConsequenceRow[]
  readonly isDanger?: boolean
}

const FROZEN: ConsequenceRow = [Lock, 'From then on it is never edited; a credit note corrects it']
const mailOf = ({ client }: Invoice): ConsequenceRow =>
  client?.email
    ? [Mail, `${client.email} gets it by e-mail, with the link to pay`]
    : [Mail, 'Its client has no e-mail address: nobody gets an e-mail']
const waysOf = ({ crypto_currency: coin }: Invoice): ConsequenceRow =>
  coin === null
    ? [Wallet, 'It is payable by card']
    : [Wallet, 'It takes its own address for the coin; cards are taken where your account can']

/** What each action is called, before, while and after it is done. */
export const actionTexts: Readonly<Record<InvoiceAction, Texts>> = {
  send: {
    asks: (number) => `Send ${number}?`,
    keep: 'Keep the draft',
    act: 'Send invoice',
    busy: 'Sending…',
    done: 'The invoice is sent.',
    consequences: (invoice) => [mailOf(invoice), waysOf(invoice), FROZEN],
  },
  publish: {
    asks: (number) => `Publish ${number} without an e-mail?`,
    keep: 'Keep the draft',
    act: 'Publish invoice',
    busy: 'Publishing…',
    done: 'The invoice is published.',
    consequences: (invoice) => [[Mail, 'No e-mail is sent: you bring the link to the client'], waysOf(invoice), FROZEN],
  },
  resend: {
    asks: (number) => `Send ${number} again?`,
    keep: 'Do not send it',
    act: 'Send again',
    busy: 'Sending…',
    done: 'It is sent once more.',
    consequences: (invoice) => [mailOf(invoice), [FileText, 'Nothing else changes']],
  },
  remind: {
    asks: (number) => `Remind the client of ${number}?`,
    keep: 'Do not remind',
    act: 'Send reminder',
    busy: 'Sending…',
    done: 'The reminder is on its way.',
    consequences: (invoice) => [mailOf(invoice), [FileText, 'Nothing else changes']],
  },
  undo: {
    asks: (number) => `Undo the mark of ${number} as paid outside?`,
    keep: 'Keep it paid',
    act: 'Undo the mark',
    busy: 'Undoing…',
    done: 'The mark is undone.',
    consequences: () => [
      [Undo2, 'It is sent again, or overdue after its due day'],
      [Banknote, 'Its client can pay it again'],
      [Eye, 'The audit log keeps both the mark and this'],
    ],
  },
  cancel: {
    asks: (number) => `Cancel ${number}?`,
    keep: 'Keep the invoice',
    act: 'Cancel invoice',
    busy: 'Cancelling…',
    done: 'The invoice is cancelled.',
    isDanger: true,
    consequences: () => [
      [Ban, 'Nothing is asked for any more, and its page says so'],
      [Eye, 'Its address is watched on: what still comes is held for you'],
      [Hash, 'Its number stays in the register'],
      [Lock, 'This cannot be undone'],
    ],
  },
  duplicate: {
    asks: (number) => `Duplicate ${number}?`,
    keep: 'Do not duplicate',
    act: 'Create draft',
    busy: 'Creating…',
    done: 'A new draft is created.',
    consequences: () => [
      [Copy, 'A new draft has its lines, coin, client and texts, without its days'],
      [Hash, 'It takes the next number'],
      [PenLine, 'You can edit it before it is sent'],
    ],
  },
  remove: {
    asks: (number) => `Delete the draft ${number}?`,
    keep: 'Keep the draft',
    act: 'Delete draft',
    busy: 'Deleting…',
    done: 'The draft is deleted.',
    isDanger: true,
    consequences: () => [
      [CircleSlash, 'Nobody has seen it, and nothing of it is kept'],
      [Hash, 'Its number stays in the register as void and is not used again'],
      [Lock, 'This cannot be undone'],
    ],
  },
}
