import { type Read, scalar } from '../scalar.ts'
import { countCharacters, findTextProblem, text } from '../text.ts'

const MOST_KEYS = 5
const LONGEST_KEY = 64
const LONGEST_VALUE = 200

/** Members of metadata that must have these values, each compared as a text. */
export type MetadataFilter = Readonly<Record<string, string>>

/** The names under which shops put an order's number into metadata. */
export const orderNames = ['order', 'order_id', 'orderId'] as const

/** `metadata[key]=value` in a query, or an object. */
export const MetadataValues = scalar<Record<string, string>, MetadataFilter>(readFilter, {
  description: `Only objects whose metadata has these values are listed, at most ${MOST_KEYS}: \`metadata[order]=A-1001\`. A number is found by its digits.`,
  example: { order: 'A-1001' },
  type: 'object',
  additionalProperties: { type: 'string' },
})

/** The number of an order in the metadata. */
export const OrderId = text(
  { min: 1, max: LONGEST_VALUE },
  {
    description: `Only objects whose metadata names this order are listed, as ${orderNames.map((name) => `\`${name}\``).join(', ')}.`,
    example: 'A-1001',
  },
)

function readFilter(raw: unknown): Read<MetadataFilter> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { problem: 'must name members, such as metadata[order]=A-1001' }
  const entries = Object.entries(raw)
  if (entries.length > MOST_KEYS) return { problem: `must not name more than ${MOST_KEYS} members` }
  const readable = entries.filter((entry): entry is [string, string] => isReadable(entry))
  return readable.length === entries.length
    ? { value: Object.fromEntries(readable) }
    : { problem: `must have texts as keys and values, of at most ${LONGEST_KEY} and ${LONGEST_VALUE} characters` }
}

const isReadable = ([key, value]: [string, unknown]): boolean =>
  countCharacters(key) <= LONGEST_KEY &&
  typeof value === 'string' &&
  value.length <= LONGEST_VALUE &&
  findTextProblem(key + value) === undefined
