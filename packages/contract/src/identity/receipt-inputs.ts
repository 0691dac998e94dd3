import { type ActionCategory, actionCategories } from '@gateway/domain/identity/categories'
import type { Did } from '@gateway/domain/identity/did'
import { MAX_TASK_DESCRIPTION_LENGTH, MAX_WORD_LENGTH } from '@gateway/domain/identity/limits'
import { findPlainDecimal } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { wireFilter, wireInput } from '../wire/names.ts'
import { limit, Offset } from '../wire/page.ts'
import { choice, integer, type Read, scalar } from '../wire/scalar.ts'
import { oneLine, text } from '../wire/text.ts'
import { didName, uuid } from './scalars.ts'
import { Signatures } from './signatures.ts'

const EXAMPLE_UUID = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const MAX_AMOUNT_LENGTH = 40

const word = (description: string, example: string) => oneLine({ min: 1, max: MAX_WORD_LENGTH }, { description, example })

/** An amount as it was sent, because a signature covers it. */
const SignedAmount = scalar<number | string, number | string>(readSignedAmount, {
  description: 'The amount is above 0, in whole units of `currency`; a string stays exact.',
  example: '25.00',
  type: ['number', 'string'],
})

/** A member that is stored in another form than it may be sent in, and both forms: a signature covers what was sent. */
interface Kept {
  readonly read: string
  readonly sent: string
}
const kept = (member: z.ZodType<string>) =>
  scalar<string, Kept>(
    (raw) => {
      const read = member.safeParse(raw)
      // Each of these members reads a string.
      return read.success
        ? { value: { read: read.data, sent: raw as string } }
        : { problem: read.error.issues[0]?.message ?? 'cannot be read' }
    },
    { ...member.meta(), description: member.meta()?.description ?? '', example: member.meta()?.['example'] },
  )

/** The members of both kinds of receipt. A body with `agent_did` is an action receipt, every other one a task receipt. */
const members = z.object({
  escrowId: uuid({ description: 'Task receipts: the escrow that paid the task.', example: EXAMPLE_UUID }).optional(),
  taskDescription: text(
    { max: MAX_TASK_DESCRIPTION_LENGTH },
    { description: 'Task receipts: what was done. It is never public.', example: 'Two hundred posters, delivered in time' },
  ).optional(),
  rating: integer({ least: 1, most: 5 }, { description: 'Task receipts: 5 is best.', example: 5 }).optional(),
  counterpartyDid: didName('Task receipts: the other party, whom the receipt is about.').optional(),
  receiptId: kept(uuid({ description: 'Action receipts: you choose the id.', example: EXAMPLE_UUID })).optional(),
  taskId: kept(
    uuid({ description: 'Action receipts: the escrow, where the category is an economic one.', example: EXAMPLE_UUID }),
  ).optional(),
  agentDid: didName('Action receipts: whom the receipt is about.').optional(),
  buyerDid: didName('Action receipts: the other party, who signs.').optional(),
  actionCategory: choice(actionCategories, {
    description: 'Action receipts: what was done; `economic.transaction` by default.',
    example: 'productivity.completion',
  }).optional(),
  actionType: kept(word('Action receipts: a word of your own.', 'print')).optional(),
  amount: SignedAmount.optional(),
  currency: kept(word('The currency or coin of `amount`.', 'USD')).optional(),
  outcome: kept(
    word('Action receipts: `accepted`, `rejected` or `disputed` count for the behaviour of the agent; other words do not.', 'accepted'),
  ).optional(),
  signatures: Signatures.optional(),
})
type Members = z.output<typeof members>

/** A task receipt: what the author says of the other party of an escrow. */
export interface TaskReceiptTerms {
  readonly kind: 'task'
  readonly escrowId: string
  readonly taskDescription: string
  readonly rating: number
  readonly counterpartyDid: Did
}

/** An action receipt: what one party says of another, signed by the buyer. */
export interface ActionReceiptTerms {
  readonly kind: 'action'
  readonly receiptId: string
  readonly taskId: string
  readonly agentDid: Did
  readonly buyerDid: Did
  readonly category: ActionCategory
  readonly actionType: string | null
  /** A decimal string. */
  readonly amount: string | null
  readonly currency: string | null
  readonly outcome: string
  readonly signatures: Readonly<Record<string, string>>
  /** The members that were sent, in snake_case and with the values that were sent, without `signatures`: what `escrow_sig` signs (RFC 8785). */
  readonly signed: Readonly<Record<string, string | number>>
}

const taskMembers = ['escrowId', 'taskDescription', 'rating', 'counterpartyDid'] as const
const actionMembers = ['receiptId', 'taskId', 'agentDid', 'buyerDid', 'outcome'] as const

/** A receipt of either kind. */
export const SubmitReceiptInput = wireInput(members).transform((sent, context): TaskReceiptTerms | ActionReceiptTerms => {
  const required = sent.agentDid === undefined ? taskMembers : actionMembers
  const missing = required.filter((name) => sent[name] === undefined)
  for (const name of missing) context.addIssue({ code: 'custom', path: [name], message: 'is required' })
  if (missing.length > 0) return z.NEVER
  return sent.agentDid === undefined ? taskTerms(sent) : actionTerms(sent)
})
/** The terms of a receipt, told apart by `kind`. */
export type SubmitReceiptInput = z.output<typeof SubmitReceiptInput>

/** Whose receipts to list. */
export const ListReceiptsInput = wireFilter(
  z.object({
    did: didName('Receipts about this DID.'),
    before: uuid({
      description:
        'Only receipts older than the one with this id: the last of a page leads to the next one, however many there are, and none is missed or repeated where others come in between. An unknown id leads to none.',
      example: EXAMPLE_UUID,
    }).optional(),
    limit: limit(50),
    offset: Offset,
  }),
)
export type ListReceiptsInput = z.output<typeof ListReceiptsInput>

// The members were found to be there.
const taskTerms = (sent: Members): TaskReceiptTerms => ({ kind: 'task', ...pick(sent, taskMembers) }) as TaskReceiptTerms

function actionTerms(sent: Members): ActionReceiptTerms {
  const { actionCategory = 'economic.transaction', actionType, amount, currency, signatures = {} } = sent
  return {
    kind: 'action',
    // The members were found to be there.
    ...(Object.fromEntries(actionMembers.map((name) => [name, readOf(sent[name])])) as Pick<
      ActionReceiptTerms,
      (typeof actionMembers)[number]
    >),
    category: actionCategory,
    actionType: actionType?.read ?? null,
    amount: amount === undefined ? null : String(amount),
    currency: currency?.read ?? null,
    signatures,
    signed: signedMembers(sent),
  }
}

const readOf = <Plain>(member: Kept | Plain): string | Plain => (isKept(member) ? member.read : member)
const isKept = (member: unknown): member is Kept => typeof member === 'object' && member !== null && 'sent' in member

const pick = <Name extends keyof Members>(sent: Members, names: readonly Name[]): Partial<Members> =>
  Object.fromEntries(names.map((name) => [name, sent[name]]))

const signedNames = {
  receipt_id: 'receiptId',
  task_id: 'taskId',
  agent_did: 'agentDid',
  buyer_did: 'buyerDid',
  action_category: 'actionCategory',
  action_type: 'actionType',
  amount: 'amount',
  currency: 'currency',
  outcome: 'outcome',
} as const satisfies Readonly<Record<string, keyof Members>>

function signedMembers(sent: Members): ActionReceiptTerms['signed'] {
  const named = Object.entries(signedNames).flatMap(([name, of]) => {
    const member = sent[of]
    return member === undefined ? [] : [[name, isKept(member) ? member.sent : member] as const]
  })
  return Object.fromEntries(named)
}

/** A number keeps its type; one that a double would alter has to be sent as a string. */
function readSignedAmount(raw: unknown): Read<number | string> {
  const refusal = { problem: 'must be an amount above 0, as a number or a decimal string', code: 'INVALID_AMOUNT' }
  if (typeof raw !== 'number' && typeof raw !== 'string') return refusal
  const text = String(raw)
  const amount = text.length <= MAX_AMOUNT_LENGTH ? findPlainDecimal(text) : undefined
  return amount && amount.digits > 0n ? { value: raw } : refusal
}
