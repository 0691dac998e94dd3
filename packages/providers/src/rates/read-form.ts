import type { z } from 'zod'

/** A source answered, but not in its documented form. The message does not repeat the answer, which may be anything. */
export class UnreadableAnswer extends Error {
  constructor(cause: unknown) {
    super('answered in an undocumented form', { cause })
    this.name = 'UnreadableAnswer'
  }
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown

// The runtime implements the JSON.parse source text access proposal; the compiler's library does not declare the third argument yet.
const parse = JSON.parse as (text: string, reviver: SourceReviver) => unknown

/**
 * Parses JSON of a form, with every number as its source text, so that no price goes through a binary float.
 * @throws {UnreadableAnswer} when it is no JSON, or has another form.
 */
export function readForm<Form extends z.ZodType>(form: Form, body: string): z.output<Form> {
  try {
    return form.parse(parse(body, (_key, value, { source }) => (typeof value === 'number' ? source : value)))
  } catch (cause) {
    throw new UnreadableAnswer(cause)
  }
}
