import { messageOf, NotFound } from '@gateway/domain/kernel/error'
import type { Command, Told } from './command.ts'

type Asked = Pick<Told, 'id' | 'more'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id that a command takes, in its canonical spelling. @throws {Error} in words when it does not look like an id. */
export function canonicalId({ takes }: Pick<Command, 'takes'>, id: string): string {
  const noun = /^<(card payment|payment|business|credential|receipt)>/.exec(takes)?.[1]
  if (noun === undefined) return id
  if (UUID.test(id)) return id.toLowerCase()
  throw new Error(`${id} is no id of a ${noun}; an id looks like 6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11`)
}

/** One line about a refused command: which object does not exist, or the message of the error. */
export function explainRefusal(error: unknown, name: string, asked: Asked): string {
  if (!(error instanceof NotFound)) return messageOf(error)
  const say = unknown[`${name} ${error.noun}`] ?? unknown[error.noun]
  return say?.(asked) ?? `There is no ${error.noun} ${asked.id}`
}

/** By noun, or by command and noun where the noun alone would not do. */
const unknown: Readonly<Record<string, (asked: Asked) => string>> = {
  payout: ({ id, more: [round = '0'] }) =>
    `There is no round ${round} of ${id}: name a payment or a refund, and one of its rounds, as \`show <payment> --all\` lists them`,
  'withdraw return': ({ id }) => `Payment ${id} has no refund to withdraw`,
  return: () => 'No refund can be claimed with this token: it is unknown, its link has expired, or the refund was withdrawn',
  'pause scope': ({ id }) => `There is no merchant ${id.replace(/^merchant:/, '')}`,
  'lift scope': ({ id }) => `${id} is not paused`,
  'outgoing transaction of the gateway': ({ id, more: [txId = ''] }) =>
    `The scanner has recorded no transaction ${txId} of the gateway on ${id}`,
  'transaction of a gas payer': ({ id, more: [txId = ''] }) => `No gas payer of ${id} has sent ${txId}`,
}
