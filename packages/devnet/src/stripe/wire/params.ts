import { z } from 'zod'

/** Words of a refusal that are not those of its kind. */
interface Refusal {
  readonly code?: string
  readonly message: string
}

/** An issue that carries the code of the processor. */
const refuse = ({ code, message }: Refusal) => ({ error: message, ...(code && { params: { code } }) })

const integerRefusal = { code: 'parameter_invalid_integer', message: 'Invalid integer' } as const

/** A text that is not empty: an empty one would unset the parameter. */
export const text = (max = 5_000) =>
  z
    .string()
    .refine((value) => value !== '', refuse({ code: 'parameter_invalid_empty', message: 'You passed an empty string' }))
    .refine(
      (value) => value.length <= max,
      refuse({ code: 'parameter_invalid_string_too_long', message: `Invalid string: more than ${max} characters` }),
    )

/** A text of an update, where an empty one unsets the parameter. */
export const unsettable = (max = 5_000) =>
  z.string().refine((value) => value.length <= max, refuse({ message: `Invalid string: more than ${max} characters` }))

/** A whole number, sent as digits. */
export const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), refuse(integerRefusal))
  .transform(Number)

/** A whole number of at least one. */
export const positiveInteger = integer.refine(
  (value) => value >= 1,
  refuse({ code: 'parameter_invalid_integer', message: 'This value must be greater than or equal to 1.' }),
)

/** A whole number of at least zero. */
export const naturalNumber = integer.refine(
  (value) => value >= 0,
  refuse({ code: 'parameter_invalid_integer', message: 'This value must be greater than or equal to 0.' }),
)

export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true')

/** An address of a page. */
export const pageUrl = text(5_000).refine(
  (value) => /^https?:\/\/[^\s/]/.test(value),
  refuse({ code: 'url_invalid', message: 'Not a valid URL' }),
)

const MAX_KEYS = 50
const MAX_KEY = 40
const MAX_VALUE = 500
const metadataRefusal = (message: string) => refuse({ message })

/** Own key-value pairs: at most 50, keys of 40 and values of 500 characters. An empty value unsets a key, an empty text all of them. */
export const metadata = z.union([z.literal('').transform(() => null), z.record(z.string(), z.string())]).superRefine((pairs, issues) => {
  const entries = Object.entries(pairs ?? {})
  const fail = (message: string) => issues.addIssue({ code: 'custom', ...metadataRefusal(message), message })
  if (entries.length > MAX_KEYS) fail(`You can only have up to ${MAX_KEYS} keys in metadata`)
  for (const [key, value] of entries) {
    if (key.length > MAX_KEY) fail(`Metadata keys can have up to ${MAX_KEY} characters`)
    if (value.length > MAX_VALUE) fail(`Metadata values can have up to ${MAX_VALUE} characters`)
  }
})

const expand = z.array(z.string()).max(20).optional()

/** The parameters of an operation; every other one is refused. */
export const params = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, expand })

/** A nested object of parameters; every other member is refused. */
export const nested = z.strictObject

/** A point in time, or a range of them, in seconds. */
const range = z.union([
  integer.transform((at) => ({ gte: at, lte: at })),
  nested({ gt: integer, gte: integer, lt: integer, lte: integer }).partial(),
])

/** The parameters of a list: its page, its range of times and own filters. It takes no metadata. */
export const listParams = <Shape extends z.ZodRawShape>(shape: Shape) =>
  params({
    ...shape,
    created: range.optional(),
    limit: positiveInteger.refine((value) => value <= 100, refuse({ message: 'This value must be less than or equal to 100' })).optional(),
    starting_after: text().optional(),
    ending_before: text().optional(),
  })

/** What every list is asked. */
export type ListQuery = z.output<ReturnType<typeof listParams<Record<never, never>>>>
