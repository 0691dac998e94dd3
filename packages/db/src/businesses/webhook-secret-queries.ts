import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The sealed secret of an endpoint whose business the caller has locked. */
export async function findWebhookSecret(em: Em, { endpointId }: { endpointId: string }): Promise<Uint8Array> {
  const { sealedSecret } = await tables(em)
    .selectFrom('webhook_endpoint')
    .select('sealedSecret')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow()
  return sealedSecret
}
