import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Scope } from '@gateway/domain/accounts/scope'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeMerchant } from '../../testing/test-context.ts'
import { ADDRESS, openEscrow } from '../../testing/test-escrows.ts'
import { storeParty, type TestParty } from '../../testing/test-identity.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { authenticateAndBind } from './authenticate-and-bind.ts'
import { bindParty } from './bind-party.ts'

let shop: TestShop
let ann: TestParty
let bob: TestParty
beforeAll(async () => {
  shop = await openShop()
  ann = await storeParty(shop.ctx)
  bob = await storeParty(shop.ctx)
})
afterAll(() => closeShop(shop))

const bind = (id: string, token: string, actor: Actor | undefined) => bindParty(shop.ctx, { id, token, address: ADDRESS, actor })
const rows = (escrowId: string) =>
  tables(shop.ctx.orm.em.fork()).selectFrom('escrow_party').select(['role', 'did']).where('escrowId', '=', escrowId).execute()

/** An escrow with both tokens. */
async function opened() {
  const { escrow, tokens } = await openEscrow(shop)
  return { id: escrow.id, depositor: tokens.releaseToken, beneficiary: tokens.beneficiaryToken }
}

describe('a token beside a credential', () => {
  test('binds the DID of the merchant to the role, and again changes nothing', async () => {
    const { id, depositor, beneficiary } = await opened()
    for (let time = 0; time < 2; time++)
      expect((await bind(id, depositor, bob.actor)).binding).toEqual({ role: 'depositor', did: bob.did, refusal: null })
    expect((await bind(id, beneficiary, ann.actor)).binding).toEqual({ role: 'beneficiary', did: ann.did, refusal: null })
    expect(await rows(id)).toHaveLength(2)
  })

  test('binds nobody without a credential, a DID or a live key', async () => {
    const { id, depositor } = await opened()
    expect((await bind(id, depositor, undefined)).binding).toBeNull()
    const nameless = await storeMerchant(shop.ctx)
    expect((await bind(id, depositor, nameless)).binding).toEqual({ role: 'depositor', did: null, refusal: 'no_did' })
    expect((await bind(id, depositor, { ...bob.actor, mode: 'test' })).binding).toMatchObject({ did: null, refusal: 'test_mode' })
    expect(await rows(id)).toEqual([])
  })

  test('binds nobody for a key or an app that may not write reputation', async () => {
    const { id, depositor } = await opened()
    const { merchantId, mode } = bob.actor
    const key = (scopes: readonly Scope[]): Actor => ({ kind: 'key', merchantId, mode, businessId: shop.businessId, keyId: 'k', scopes })
    const app: Actor = { kind: 'app', merchantId, mode, clientId: 'c', grantId: 'g', scopes: ['payments:write'] }
    for (const actor of [key(['escrows:write', 'reputation:read']), key([]), app])
      expect((await bind(id, depositor, actor)).binding).toEqual({ role: 'depositor', did: null, refusal: 'no_scope' })
    expect(await rows(id)).toEqual([])
    expect((await bind(id, depositor, key(['reputation:write']))).binding).toMatchObject({ did: bob.did })
    expect((await bind(id, depositor, key(['*']))).binding).toMatchObject({ did: bob.did })
  })

  test('never gives a taken role to another merchant, nor both roles to one', async () => {
    const { id, depositor, beneficiary } = await opened()
    await bind(id, depositor, bob.actor)
    expect((await bind(id, depositor, ann.actor)).binding).toMatchObject({ did: null, refusal: 'role_taken' })
    expect((await bind(id, beneficiary, bob.actor)).binding).toMatchObject({ did: null, refusal: 'other_role' })
    expect(await rows(id)).toEqual([{ role: 'depositor', did: bob.did }])
  })

  test('is refused by the recognition of a token alone, and only for a merchant that holds the other role', async () => {
    const { id, depositor, beneficiary } = await opened()
    await bind(id, depositor, bob.actor)
    const authenticate = (token: string, actor: Actor) => authenticateAndBind(shop.ctx, { id, token, address: ADDRESS, actor })
    await expect(authenticate(beneficiary, bob.actor)).rejects.toMatchObject({ code: 'PARTY_REFUSED', details: { reason: 'other_role' } })
    expect((await authenticate(depositor, ann.actor)).binding).toMatchObject({ refusal: 'role_taken' })
  })

  test('binds nobody by the token of another escrow', async () => {
    const [one, other] = [await opened(), await opened()]
    await expect(bind(one.id, other.depositor, bob.actor)).rejects.toThrow(InvalidEscrowToken)
    expect(await rows(one.id)).toEqual([])
  })

  test('of many merchants and both tokens at once binds one merchant to each role', async () => {
    const { id, depositor, beneficiary } = await opened()
    const actors = [ann.actor, bob.actor, (await storeParty(shop.ctx)).actor]
    const calls = Array.from({ length: 30 }, (_, at) => bind(id, at % 2 ? depositor : beneficiary, actors[at % 3]))
    const bound = (await Promise.all(calls)).flatMap(({ binding }) => (binding?.did ? [`${binding.role} ${binding.did}`] : []))
    const parties = await rows(id)
    expect(new Set(bound)).toEqual(new Set(parties.map(({ role, did }) => `${role} ${did}`)))
    expect(new Set(parties.map(({ did }) => did)).size).toBe(parties.length)
    expect(parties.length).toBe(2)
  })

  test('binds nobody once the tokens have ended', async () => {
    const { id, depositor } = await opened()
    const DAY_MS = 24 * 60 * 60 * 1_000
    await tables(shop.ctx.orm.em.fork())
      .updateTable('escrow')
      .set({ refundedAt: new Date(shop.ctx.clock.now().getTime() - 31 * DAY_MS) })
      .where('id', '=', id)
      .execute()
    await shop.ctx.orm.em.fork().execute(`UPDATE escrow SET state = 'refunded' WHERE id = '${id}'`)
    await expect(bind(id, depositor, bob.actor)).rejects.toThrow(InvalidEscrowToken)
  })
})

test('a binding is never changed or removed, not even by the owner of the tables', async () => {
  const { id, depositor } = await opened()
  await bind(id, depositor, bob.actor)
  for (const statement of ["UPDATE escrow_party SET role = 'beneficiary'", 'DELETE FROM escrow_party'])
    await expect(shop.ctx.orm.em.fork().execute(statement)).rejects.toThrow('append-only')
})
