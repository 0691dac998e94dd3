import { type Did, isDid } from '@gateway/domain/identity/did'
import { reputationOf } from '@gateway/domain/identity/formula'
import { parseArgs } from 'node:util'
import { readPublicReputation } from './read-public.ts'

const USAGE = 'npm run reputation -- <did> --from <url of a gateway>'

/**
 * Computes the score of a DID again from what a gateway tells everybody, and prints it below the published one.
 *
 * @returns true when both are the same.
 * @throws {Error} when the gateway does not answer, or its receipts change all the time.
 */
export async function runReputation(args: readonly string[], log: (line: string) => void): Promise<boolean> {
  const { did, from } = readArguments(args)
  const { published, receipts, total } = await readPublicReputation(from, did)
  const { score } = reputationOf(receipts, new Date(published.computed_at))
  log(`published   ${published.score.toFixed(2)}   at ${published.computed_at}`)
  log(`recomputed  ${score.toFixed(2)}   from ${receipts.length} receipts that count, of ${total}`)
  log(score === published.score ? 'The scores are the same.' : 'The scores differ.')
  return score === published.score
}

/** @throws {Error} with what to type instead. */
function readArguments(args: readonly string[]): { did: Did; from: string } {
  const { values, positionals } = parseArgs({ args: [...args], options: { from: { type: 'string' } }, allowPositionals: true })
  const [did] = positionals
  if (!isDid(did) || positionals.length > 1 || values.from === undefined || !URL.canParse(values.from)) throw new Error(USAGE)
  return { did, from: values.from.replace(/\/+$/, '') }
}
