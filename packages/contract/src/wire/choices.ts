import { type Read, type ScalarMeta, scalar } from './scalar.ts'

/** Some of a few words: a list, or the same words in one text, separated by commas, as queries spell it. Each counts once. */
export const choices = <const Word extends string>(words: readonly Word[], meta: ScalarMeta) =>
  scalar<readonly Word[] | string, readonly Word[]>((raw) => readChoices(raw, words), {
    type: 'array',
    items: { type: 'string', enum: words },
    ...meta,
  })

function readChoices<Word extends string>(raw: unknown, words: readonly Word[]): Read<readonly Word[]> {
  const named: readonly unknown[] = typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? raw : []
  const known = words.filter((word) => named.includes(word))
  const areKnown = named.length > 0 && named.every((name) => known.some((word) => word === name))
  return areKnown ? { value: known } : { problem: `must be a list of ${words.join(', ')}` }
}
