import { z } from 'zod'

/** The result of a reader: the parsed value, or the problem as a sentence for the caller. */
export type Read<Out> = { readonly value: Out } | { readonly problem: string; readonly code?: string }

/** The API description of a scalar. JSON Schema keywords are allowed beside the two required members. */
export interface ScalarMeta {
  readonly description: string
  readonly example: unknown
  readonly [keyword: string]: unknown
}

/**
 * A schema for one wire value, parsed by one function.
 * `In` is the type that typed clients may send; at run time any value may arrive, absent included. A problem's `code` becomes the error
 * code of the answer, `VALIDATION_ERROR` by default.
 */
export const scalar = <In, Out>(read: (raw: unknown) => Read<Out>, meta: ScalarMeta) =>
  z
    .custom<In>()
    .transform((raw: unknown, context): Out => {
      const result = raw === undefined ? { problem: 'is required' } : read(raw)
      if ('value' in result) return result.value
      const code = 'code' in result ? result.code : undefined
      context.addIssue({ code: 'custom', message: result.problem, params: { code }, input: raw })
      return z.NEVER
    })
    .meta(meta)

/** One of a few words, spelled exactly. */
export const choice = <const Word extends string>(words: readonly Word[], meta: ScalarMeta) =>
  scalar<Word, Word>(
    (raw) => {
      const value = words.find((word) => word === raw)
      return value === undefined ? { problem: `must be one of ${words.join(', ')}` } : { value }
    },
    { type: 'string', enum: words, ...meta },
  )

const DIGITS = /^\d{1,10}$/

/** Reads a whole number within bounds; numeric strings count. */
export function readInteger(raw: unknown, range: { least: number; most: number }): Read<number> {
  const value = typeof raw === 'string' && DIGITS.test(raw) ? Number(raw) : raw
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= range.least && value <= range.most
  return fits ? { value } : { problem: `must be an integer from ${range.least} to ${range.most}` }
}

/** A whole number within bounds. */
export const integer = ({ least, most }: { least: number; most: number }, meta: ScalarMeta) =>
  scalar<number | string, number>((raw) => readInteger(raw, { least, most }), { type: 'integer', minimum: least, maximum: most, ...meta })

/** True or false, as JSON spells them. */
export const flag = (meta: ScalarMeta) =>
  scalar<boolean, boolean>((raw) => (typeof raw === 'boolean' ? { value: raw } : { problem: 'must be true or false' }), {
    type: 'boolean',
    ...meta,
  })

/** A member of an update that an empty text clears. Anything else is read as the member itself; problems stay those of the member. */
export const clearable = <Schema extends z.ZodType>(member: Schema) =>
  z
    .custom<z.input<Schema> | ''>()
    .transform((raw, context): z.output<Schema> | null => {
      if (raw === '') return null
      const read = member.safeParse(raw)
      if (read.success) return read.data
      for (const issue of read.error.issues)
        context.addIssue({ code: 'custom', message: issue.message, params: paramsOf(issue), input: raw, path: issue.path })
      return z.NEVER
    })
    .meta({ ...member.meta(), ...formsOf(member), description: `${member.meta()?.description ?? ''} An empty text clears it.`.trim() })

/** An object is described with its members, beside the empty text; a scalar describes itself. */
function formsOf(member: z.ZodType): object {
  const { type, properties, required } = z.toJSONSchema(member, { io: 'input', unrepresentable: 'any' })
  if (type !== 'object') return {}
  return {
    anyOf: [
      { type, properties, ...(required && { required }) },
      { type: 'string', maxLength: 0 },
    ],
  }
}

/** The error code of a scalar's problem travels in its parameters. */
const paramsOf = (issue: z.core.$ZodIssue): Record<string, unknown> | undefined => ('params' in issue ? issue.params : undefined)
