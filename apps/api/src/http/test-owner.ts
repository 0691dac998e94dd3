import { tables } from '@gateway/db/tables'
import { actorOf, enrolPasskey } from '@gateway/operations/testing/test-factors'
import { randomUUID } from 'node:crypto'
import { MERCHANT_BTC, openShop, type TestServer } from '../test-server.ts'
import type { Owned } from './stranger-fixtures.ts'
import { nobodysObjects, openObjects } from './test-objects.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

/** Anybody may open an escrow, so it is none of the objects that a credential creates. */
const escrowTerms = {
  chain: 'BTC',
  amount: 0.01,
  depositor_address: 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp',
  beneficiary_address: MERCHANT_BTC,
}

/** A shop that owns an object of every kind, and their ids. */
export async function openOwner(server: TestServer): Promise<{ readonly owner: Shop; readonly owned: Owned }> {
  const owner = await openShop(server, { webhook_url: 'https://shop.example/hooks' })
  const { key, businessId } = owner
  const create = async (path: string, body: object) => String((await server.say('POST', path, { key, body: { ...body } })).body['id'])
  const owned = {
    businessId,
    paymentId: await create('/api/payments/create', { amount: 20, blockchain: 'ETH' }),
    keyId: await create(`/api/businesses/${businessId}/api-keys`, { name: 'Spare' }),
    deliveryId: (await tables(server.api.orm.em.fork()).selectFrom('delivery').select('id').executeTakeFirstOrThrow()).id,
    objects: {
      escrows: await create('/api/escrow', escrowTerms),
      ...(await openFactors(server, owner.token)),
      ...(await openObjects(server, key)),
    },
  }
  return { owner, owned }
}

/** What a session has and waits for. */
async function openFactors(server: TestServer, token: string): Promise<Readonly<Record<string, string>>> {
  const actor = await actorOf(server.api, token)
  await enrolPasskey(server.api, actor)
  const passkey = await tables(server.api.orm.em.fork()).selectFrom('passkey').select('id').executeTakeFirstOrThrow()
  const asked = await server.say('POST', '/trpc/accounts.portal.confirmPasskeyOptions', { key: token, body: {} })
  const { challenge_id: challenge } = Object(Object(asked.body['result'])['data'])
  return { sessions: actor.sessionId, passkeys: passkey.id, challenges: String(challenge) }
}

/** Ids that nobody has. */
export const nobodysIds = (): Owned => ({
  businessId: randomUUID(),
  paymentId: randomUUID(),
  keyId: 'nobodys00key',
  deliveryId: randomUUID(),
  objects: { escrows: randomUUID(), sessions: randomUUID(), passkeys: randomUUID(), challenges: 'nobodys', ...nobodysObjects() },
})
