import { z } from 'zod'

/** Reads an answer into facts; undefined for one of another shape. */
export type Reader<Facts> = (answer: unknown) => Facts | undefined

/** A reader by a schema. */
export const readerOf =
  <Schema extends z.ZodType>(schema: Schema): Reader<z.output<Schema>> =>
  (answer) =>
    schema.safeParse(answer).data

/** An amount in the smallest unit of its currency; balances and their lines can be below 0. */
export const Minor = z.int().transform(BigInt)

/** A currency, in upper case as we spell it. */
export const Currency = z.string().transform((code) => code.toUpperCase())

/** A moment in seconds. */
export const Moment = z.int().transform((seconds) => new Date(seconds * 1_000))

/** An object or its id, depending on whether the request asked to expand it. */
export const IdOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

/** The metadata of objects of ours, for `intentOf`. */
export const Metadata = z.record(z.string(), z.string()).nullish()

/** Our intent of an object; null for one that another program made. */
export const intentOf = (metadata: z.output<typeof Metadata>): string | null => metadata?.['intent_id'] ?? null

/** A page of a list. */
export interface Page<Facts> {
  readonly objects: readonly Facts[]
  /** The object after which the next page begins; null on the last page. */
  readonly nextAfter: string | null
}

const PageShape = z.object({ data: z.array(z.looseObject({ id: z.string() })), has_more: z.boolean() })

/** Reads a page whose objects all have the shape; undefined where one has not. */
export const pageReader =
  <Facts>(read: Reader<Facts>): Reader<Page<Facts>> =>
  (answer) => {
    const page = PageShape.safeParse(answer).data
    if (page === undefined) return undefined
    const objects = page.data.map(read).filter((facts) => facts !== undefined)
    if (objects.length !== page.data.length) return undefined
    return { objects, nextAfter: page.has_more ? (page.data.at(-1)?.id ?? null) : null }
  }
