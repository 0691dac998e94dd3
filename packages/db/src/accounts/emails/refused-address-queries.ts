import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** True of an address that a mail server has refused for good. */
export async function isAddressRefused(em: Em, { digest }: { digest: Buffer }): Promise<boolean> {
  const found = await tables(em).selectFrom('refused_address').select('refusedAt').where('digest', '=', digest).executeTakeFirst()
  return found !== undefined
}

/** Records that a mail server has refused an address for good; the first time counts. */
export async function insertRefusedAddress(em: Em, refused: { digest: Buffer; refusedAt: Date }): Promise<void> {
  await tables(em)
    .insertInto('refused_address')
    .values(refused)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
}

/** Forgets that an address was refused. @returns false when it was not. */
export async function deleteRefusedAddress(em: Em, { digest }: { digest: Buffer }): Promise<boolean> {
  const { numDeletedRows } = await tables(em).deleteFrom('refused_address').where('digest', '=', digest).executeTakeFirst()
  return numDeletedRows > 0n
}
