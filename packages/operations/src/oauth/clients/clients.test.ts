import { UpdateOauthClientInput } from '@gateway/contract/oauth'
import { tables } from '@gateway/db/tables'
import { AppsRefused, ConfirmationRequired } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { MAX_CLIENTS } from '@gateway/domain/oauth/client'
import { PublicClient, TooManyClients } from '@gateway/domain/oauth/errors'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cryptoIds } from '../../kernel/ids.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { storeClient, storeSignIn } from '../../testing/test-oauth.ts'
import { authenticateBearer } from '../authenticate-bearer.ts'
import { getOwnClient, listClients } from './get-own-client.ts'
import { removeClient } from './remove-client.ts'
import { rotateClientSecret } from './rotate-client-secret.ts'
import { updateClient } from './update-client.ts'

let ctx: TestApiContext
let actor: Awaited<ReturnType<typeof storeMerchant>>
let stranger: Awaited<ReturnType<typeof storeMerchant>>
beforeAll(async () => {
  ctx = await testApiContext({ ids: cryptoIds })
  actor = await storeMerchant(ctx)
  stranger = await storeMerchant(ctx)
})
afterAll(() => ctx.close())

const create = (terms: object = {}, by: Actor = actor) => storeClient(ctx, by, terms)
const change = (id: string, changes: object, by: Actor = actor) =>
  updateClient(ctx, { actor: by, changes: UpdateOauthClientInput.parse({ id, ...changes }) })
const storedOf = (id: string) =>
  tables(ctx.orm.em.fork()).selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sha256 = (text: string | null) => createHash('sha256').update(String(text)).digest()
/** What its merchant reads about a client, in alphabetical order: the clock stands still. */
const auditOf = async (subjectId: string) => {
  const noted = tables(ctx.orm.em.fork()).selectFrom('audit_entry').select('action').where('merchantId', '=', actor.merchantId)
  return (await noted.where('subjectId', '=', subjectId).execute()).map(({ action }) => action).toSorted()
}

describe('a new client', () => {
  test('has a secret of 256 bits, of which the SHA-256 alone is stored', async () => {
    const { client, secret } = await create()
    expect(secret).toMatch(/^[\w-]{43}$/)
    const stored = await storedOf(client.id)
    expect(Buffer.from(stored.secretDigest ?? []).equals(sha256(secret))).toBe(true)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(await auditOf(client.id)).toEqual(['oauth_client.create'])
  })

  test('has no secret when it is public', async () => {
    const { client, secret } = await create({ public: true })
    expect(secret).toBeNull()
    expect((await storedOf(client.id)).secretDigest).toBeNull()
    await expect(rotateClientSecret(ctx, { actor, name: client.id })).rejects.toEqual(new PublicClient())
  })

  test.each(['redirect_uris', 'post_logout_redirect_uris'])(
    'that is public is refused an https address of the machine itself among its %s, also later',
    async (field) => {
      const refusal = { name: 'InvalidField', details: [{ field, message: expect.stringContaining('http') }] }
      for (const host of ['localhost:3000', '127.0.0.1', '[::1]']) {
        await expect(create({ public: true, [field]: [`https://${host}/cb`] })).rejects.toMatchObject(refusal)
      }
      const { client } = await create({ public: true, [field]: ['http://localhost/cb', 'https://shop.example/cb'] })
      await expect(change(client.id, { [field]: ['https://localhost/cb'] })).rejects.toMatchObject(refusal)
      const { client: confidential } = await create({ [field]: ['https://localhost/cb'] })
      await change(confidential.id, { [field]: ['https://127.0.0.1/cb'] })
    },
  )

  test('is refused beyond the most that a merchant may have', async () => {
    const owner = await storeMerchant(ctx)
    for (let count = 0; count < MAX_CLIENTS; count++) await create({}, owner)
    await expect(create({}, owner)).rejects.toEqual(new TooManyClients(MAX_CLIENTS))
  })
})

describe('a client', () => {
  test('is found by either of its ids, and by no other merchant', async () => {
    const { client } = await create()
    for (const name of [client.id, client.clientId]) {
      expect(await getOwnClient(ctx, { actor, name })).toEqual(client)
      await expect(getOwnClient(ctx, { actor: stranger, name })).rejects.toEqual(new NotFound('OAuth client'))
    }
    await expect(getOwnClient(ctx, { actor, name: randomUUID() })).rejects.toEqual(new NotFound('OAuth client'))
  })

  test('is listed newest first for its merchant alone', async () => {
    const owner = await storeMerchant(ctx)
    const first = await create({ name: 'First' }, owner)
    ctx.clock.advance(1_000)
    const second = await create({ name: 'Second' }, owner)
    const list = (by: Actor, offset = 0) => listClients(ctx, { actor: by, page: { limit: 50, offset } })
    expect(await list(owner)).toEqual({ clients: [second.client, first.client], total: 2 })
    expect(await list(owner, 1)).toEqual({ clients: [first.client], total: 2 })
    expect(await list(stranger)).toEqual({ clients: [], total: 0 })
  })

  test('keeps what a change does not name, and an empty text clears its description', async () => {
    const { client } = await create({ description: 'For the shop' })
    const changed = await change(client.clientId, { description: '', post_logout_redirect_uris: ['https://shop.example/'] })
    expect(changed).toEqual({ ...client, description: '', postLogoutRedirectUris: ['https://shop.example/'], updatedAt: changed.updatedAt })
    expect(await getOwnClient(ctx, { actor, name: client.id })).toEqual(changed)
    await expect(change(client.id, { name: 'Taken over' }, stranger)).rejects.toEqual(new NotFound('OAuth client'))
  })

  test('that loses a scope loses the grants that hold more, and keeps the others', async () => {
    const { client } = await create()
    const signIn = { merchantId: stranger.merchantId, clientId: client.clientId }
    const [wide, narrow] = [await storeSignIn(ctx, signIn), await storeSignIn(ctx, { ...signIn, scopes: ['openid'] })]
    await change(client.id, { scopes: ['openid', 'email'] })
    expect(await authenticateBearer(ctx, wide.token)).toBeUndefined()
    expect(await authenticateBearer(ctx, narrow.token)).toMatchObject({ kind: 'app', grantId: narrow.grantId })
  })

  test('takes the tokens of all its users with it when it is deleted', async () => {
    const { client } = await create()
    const { token } = await storeSignIn(ctx, { merchantId: stranger.merchantId, clientId: client.clientId })
    expect(await authenticateBearer(ctx, token)).toMatchObject({ kind: 'app' })
    await expect(removeClient(ctx, { actor: stranger, name: client.id })).rejects.toEqual(new NotFound('OAuth client'))
    expect(await removeClient(ctx, { actor, name: client.clientId })).toBe(client.clientId)
    expect(await authenticateBearer(ctx, token)).toBeUndefined()
    await expect(removeClient(ctx, { actor, name: client.id })).rejects.toEqual(new NotFound('OAuth client'))
    expect(await auditOf(client.id)).toEqual(['oauth_client.create', 'oauth_client.delete'])
  })
})

describe('a new secret', () => {
  test('leaves the one before valid for 24 hours, and ends an older one at once', async () => {
    const { client, secret: first } = await create()
    const second = await rotateClientSecret(ctx, { actor, name: client.id })
    expect(second.previousValidUntil).toEqual(new Date(ctx.clock.now().getTime() + 24 * 60 * 60 * 1_000))
    const between = await storedOf(client.id)
    expect([between.secretDigest, between.previousSecretDigest].map((one) => Buffer.from(one ?? []))).toEqual(
      [second.secret, first].map(sha256),
    )
    const third = await rotateClientSecret(ctx, { actor, name: client.clientId })
    const after = await storedOf(client.id)
    expect([after.secretDigest, after.previousSecretDigest].map((one) => Buffer.from(one ?? []))).toEqual(
      [third.secret, second.secret].map(sha256),
    )
    expect(await auditOf(client.id)).toEqual(['oauth_client.create', 'oauth_client.rotate_secret', 'oauth_client.rotate_secret'])
  })
})

describe('a session of the portal that was not confirmed lately', () => {
  test('changes no client, and neither does an app', async () => {
    const { client } = await create()
    const portal = { ...actor, openedIn: 'portal', confirmedAt: new Date(0) } as const
    const app: Actor = { kind: 'app', merchantId: actor.merchantId, mode: 'live', clientId: 'x', grantId: 'y', scopes: ['payments:write'] }
    const name = client.id
    for (const [by, refusal] of [
      [portal, new ConfirmationRequired()],
      [app, new AppsRefused()],
    ] as const) {
      await expect(create({}, by)).rejects.toEqual(refusal)
      await expect(change(name, { name: 'Else' }, by)).rejects.toEqual(refusal)
      await expect(rotateClientSecret(ctx, { actor: by, name })).rejects.toEqual(refusal)
      await expect(removeClient(ctx, { actor: by, name })).rejects.toEqual(refusal)
    }
    expect(await getOwnClient(ctx, { actor, name })).toEqual(client)
  })
})
