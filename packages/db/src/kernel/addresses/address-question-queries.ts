import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { ChainCode } from '@gateway/domain/money/asset'
import { runStatement } from '../run-statement.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** An address of a chain, in its canonical spelling. */
export interface NamedPlace {
  readonly chain: ChainCode
  readonly address: string
}

/** What stands for a place in a map. */
export const nameOf = ({ chain, address }: NamedPlace): string => `${chain} ${address}`

/** Asks the chains about addresses; a question that is open, or was answered since a moment, stays as it is. */
export async function askAddresses(em: Em, { places, at, since }: { places: readonly NamedPlace[]; at: Date; since: Date }): Promise<void> {
  const text = `INSERT INTO address_question AS known (chain, address, asked_at)
    SELECT DISTINCT chain, address, $3::timestamptz FROM unnest($1::text[], $2::text[]) AS named (chain, address) ORDER BY address, chain
    ON CONFLICT (address, chain) DO UPDATE SET asked_at = EXCLUDED.asked_at
      WHERE known.answered_at >= known.asked_at AND known.answered_at < $4::timestamptz`
  await runStatement(em, text, [places.map(({ chain }) => chain), places.map(({ address }) => address), at, since])
}

/** What the chains have answered since a moment, by `nameOf`. */
export async function findAddressUses(
  em: Em,
  { places, since }: { places: readonly NamedPlace[]; since: Date },
): Promise<Map<string, AddressUse>> {
  const text = `SELECT chain, address, use FROM address_question
    WHERE (address, chain) IN (SELECT address, chain FROM unnest($1::text[], $2::text[]) AS named (chain, address))
      AND answered_at >= asked_at AND answered_at >= $3::timestamptz`
  const parameters = [places.map(({ chain }) => chain), places.map(({ address }) => address), since]
  const rows = await runStatement<NamedPlace & { readonly use: AddressUse }>(em, text, parameters)
  return new Map(rows.map((row) => [nameOf(row), row.use]))
}

/** The addresses that a chain is asked about, the oldest question first. */
export async function findAskedAddresses(em: Em, { chain, limit }: { chain: ChainCode; limit: number }): Promise<string[]> {
  const text = `SELECT address FROM address_question
    WHERE chain = $1 AND (answered_at IS NULL OR answered_at < asked_at) ORDER BY asked_at LIMIT $2`
  const rows = await runStatement<{ readonly address: string }>(em, text, [chain, limit])
  return rows.map(({ address }) => address)
}

/** What a chain knows some addresses as. */
interface Answers {
  readonly chain: ChainCode
  readonly answers: readonly { readonly address: string; readonly use: AddressUse }[]
  readonly at: Date
}

/** Answers questions. The clock of who asked may be ahead: an answer is never older than its question. */
export async function answerAddresses(em: Em, { chain, answers, at }: Answers): Promise<void> {
  const text = `UPDATE address_question AS known SET use = told.use, answered_at = greatest($4::timestamptz, known.asked_at)
    FROM unnest($2::text[], $3::text[]) AS told (address, use) WHERE known.chain = $1 AND known.address = told.address`
  await runStatement(em, text, [chain, answers.map(({ address }) => address), answers.map(({ use }) => use), at])
}

/** Forgets what was asked before a moment. */
export async function deleteAddressQuestions(em: Em, { before }: { before: Date }): Promise<void> {
  await tables(em).deleteFrom('address_question').where('askedAt', '<', before).execute()
}
