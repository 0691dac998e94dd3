import type { ChainCode } from '@gateway/domain/money/asset'
import type { z } from 'zod'
import { ChainUnavailable } from './errors.ts'

/**
 * Parses an answer by its shape.
 * @throws {ChainUnavailable} naming the first invalid member.
 */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  from: { chain: ChainCode; method: string },
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ChainUnavailable(from.chain, `odd answer to ${from.method}: ${issue?.path.join('.')} ${issue?.message}`)
}
