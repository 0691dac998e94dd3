import type { ChainCode } from '@gateway/domain/money/asset'
import { runStatement } from '../run-statement.ts'
import type { Em } from '../../orm.ts'

/** An address of a chain in its canonical spelling, and `key` as blocks spell it. */
interface SpeltPlace {
  readonly chain: ChainCode
  readonly address: string
  readonly key: string
}

/** Those places, as numbers in the list, that this deployment watches or keeps in its pool for a later object. */
export async function findOwnPlaces(em: Em, places: readonly SpeltPlace[]): Promise<Set<number>> {
  if (places.length === 0) return new Set()
  const text = `SELECT n::int AS n FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS named (chain, address, key, n)
    WHERE EXISTS (SELECT FROM watched_address WHERE watched_address.chain = named.chain AND watched_address.address = named.key)
      OR EXISTS (SELECT FROM address_pool WHERE address_pool.chain = named.chain AND address_pool.address = named.address)`
  const column = (key: keyof SpeltPlace): string[] => places.map((place) => place[key])
  const rows = await runStatement<{ readonly n: number }>(em, text, [column('chain'), column('address'), column('key')])
  return new Set(rows.map(({ n }) => n - 1))
}
