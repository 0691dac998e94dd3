import { actionCategories } from '@gateway/domain/identity/categories'
import { counts, type Receipt, receiptKinds } from '@gateway/domain/identity/receipt'
import { z } from 'zod'
import { Id } from '../wire/id.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { PageView } from '../wire/page.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'
import { DidView } from './scalars.ts'

const word = (description: string, example: string | null) => z.string().nullable().meta({ description, example })
const Kind = z.enum(receiptKinds).meta({
  description: 'A party wrote it about a `task` or an `action`, or the `service` about what it saw.',
  example: 'service',
})
const Counterparty = DidView.nullable().meta({
  description:
    'The other party, by the DID that its merchant has claimed, whichever of its DIDs it has used; null where nobody knows it, such as the payer of a card payment. All such payers count as one.',
  example: 'did:web:shop.example',
})
const Verified = z.boolean().meta({
  description: 'True where the service has found it to be true. Only verified receipts that are not withdrawn count.',
  example: true,
})
const Weight = z.number().meta({
  description: 'The base weight of the published formula, before decay, value and rank; 0 where the receipt does not count.',
  example: 10,
})
const Sequence = z
  .int()
  .nullable()
  .meta({ description: 'Its place in the chain of its DID, from 1; null until it is appended.', example: 1 })
const digest = (description: string) => word(description, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')

const its = memberOf<Receipt>()
const publicMembers = {
  receipt_id: its(Id, 'id'),
  kind: its(Kind, 'kind'),
  agent_did: its(DidView.meta({ description: 'The DID that the receipt is about.' }), ({ subjectDid }) => subjectDid),
  counterparty_did: its(Counterparty, ({ counterpartyDid }) => counterpartyDid),
  action_category: its(z.enum(actionCategories).meta({ description: 'What was done.', example: 'economic.transaction' }), 'category'),
  action_type: its(word('A word of its author.', null), 'actionType'),
  outcome: its(z.string().meta({ description: 'How it ended.', example: 'accepted' }), 'outcome'),
  rating: its(z.int().nullable().meta({ description: '1 to 5, of task receipts; null of others.', example: null }), 'rating'),
  amount: its(word('A decimal string in whole units of `currency`.', '25.00'), 'amount'),
  currency: its(word('The currency or coin of `amount`.', 'USD'), 'currency'),
  amount_usd: its(word('The amount in US dollars that the formula uses, a decimal string.', '25'), 'amountUsd'),
  weight: its(Weight, (receipt) => (counts(receipt) ? receipt.base : 0)),
  verified: its(Verified, 'isVerified'),
  withdrawn_at: its(Time.nullable().meta({ description: 'It stopped to count then; null while it counts.', example: null }), (receipt) =>
    presentTimeOrNull(receipt.withdrawnAt),
  ),
  sequence: its(Sequence, ({ sequence }) => (sequence === null ? null : Number(sequence))),
  previous_digest: its(digest('The digest of the receipt before it in the chain; null of the first.'), 'previousDigest'),
  digest: its(digest('SHA-256 of the receipt and the digest before it; null until it is appended.'), 'digest'),
  created_at: its(Time, ({ createdAt }) => presentTime(createdAt)),
}

/** A receipt as everybody may read it. */
export const publicReceiptView = view(publicMembers, {
  id: 'PublicReceipt',
  description: 'What one party, or the service, says of a DID. The text of a task is not public.',
})

/** A receipt as its author reads it. */
const receiptView = view(
  {
    ...publicMembers,
    escrow_id: its(word('The escrow that it is about; null without one.', null), 'escrowId'),
    task_description: its(word('What was done, for its author only; null without one.', null), 'taskDescription'),
  },
  { id: 'Receipt', description: 'A receipt that the caller has written.' },
)

/** A page of receipts. */
export const ReceiptListView = z.object({ receipts: z.array(publicReceiptView.schema), ...PageView })

/** A receipt with its id in the spellings that clients read, and whether it was there before. */
export const SubmittedReceiptView = z.object({
  receipt: receiptView.schema,
  receiptId: Id.meta({ description: 'The id of the receipt.' }),
  existing: z.boolean().meta({ description: 'True where this receipt was stored before.', example: false }),
})

/** The answer to a submitted receipt. */
export const presentSubmittedReceipt = ({
  receipt,
  isNew,
}: {
  readonly receipt: Receipt
  readonly isNew: boolean
}): z.output<typeof SubmittedReceiptView> => ({ receipt: receiptView.present(receipt), receiptId: receipt.id, existing: !isNew })
