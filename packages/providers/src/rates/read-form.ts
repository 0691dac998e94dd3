import type { z } from 'zod'

/** A source answered, and not in the form that it documents. What it sent is not repeated: it could be anything. */
export class UnreadableAnswer extends Error {
  constructor(cause: unknown) {
    super('answered in another form than it documents', { cause })
    this.name = 'UnreadableAnswer'
  }
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown

// The JSON.parse source text access proposal is in the runtime; the compiler's library does not declare the third argument yet.
const parse = JSON.parse as (text: string, reviver: SourceReviver) => unknown

/**
 * Reads JSON of a form, with every number as the text it was written as, so that no price goes through a binary float.
 *
 * @throws {UnreadableAnswer} when it is no JSON, or has another form.
 */
export function readForm<Form extends z.ZodType>(form: Form, body: string): z.output<Form> {
  try {
    return form.parse(parse(body, (_key, value, { source }) => (typeof value === 'number' ? source : value)))
  } catch (cause) {
    throw new UnreadableAnswer(cause)
  }
}
