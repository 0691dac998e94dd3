import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { IssuerWanted, SettlementWanted } from '@gateway/domain/identity/issuer-request'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { openTestIssuer, type TestIssuer } from '../../testing/test-issuer.ts'
import { claimDid, resumeClaim } from '../claims/claim-did.ts'
import { askIssuer } from '../requests/ask-issuer.ts'
import { findIssuerWork } from './due-requests.ts'

const REPUTATION = { kind: 'credential', credentialType: 'ReputationCredential' } as const
const CLAIM = { kind: 'claim', displayName: null } as const

let ctx: TestApiContext
let role: TestIssuer
let actor: Actor
beforeAll(async () => {
  ctx = await testApiContext()
  role = await openTestIssuer(ctx)
  Object.assign(ctx, { hear: role.hear })
})
beforeEach(async () => void (actor = await storeMerchant(ctx)))
afterAll(() => ctx.close())

const ask = (wanted: IssuerWanted, { merchantId } = actor) => transaction(ctx, (em) => askIssuer(em, ctx, { merchantId, wanted }))
const stateOf = async (id: string) =>
  (await tables(ctx.orm.em.fork()).selectFrom('issuer_request').select('state').where('id', '=', id).executeTakeFirst())?.state

/** What a settlement of the DID of the merchant asks for. */
async function settlement(): Promise<SettlementWanted> {
  const { did } = (await claimDid(ctx, { actor, displayName: null })).seen.own
  const terms = { role: 'beneficiary', amount: '25.00', currency: 'USD', settledAt: '2026-10-01T12:00:00.000Z' } as const
  return { kind: 'settlement', did, escrowId: ctx.ids.uuid(), ...terms }
}

test('what somebody waits for is done before the credentials of settlements, whoever’s they are', async () => {
  const wanted = await settlement()
  const settled = await Promise.all(['one', 'two', 'three'].map(() => ask({ ...wanted, escrowId: ctx.ids.uuid() })))
  const others = await Promise.all(Array.from({ length: 5 }, () => storeMerchant(ctx)))
  ctx.clock.advance(1)
  const last = await ask(REPUTATION)
  for (const other of others) {
    ctx.clock.advance(1)
    await ask(CLAIM, other)
  }
  const due = await findIssuerWork(role.issuer, { most: 100, busy: [] })
  expect(due.map(({ key }) => key)).toEqual([actor, ...others].map(({ merchantId }) => `merchant/${merchantId}`))
  await due[0]?.run()
  expect(await stateOf(last)).toBe('taken')
  const next = await findIssuerWork(role.issuer, { most: 1, busy: [] })
  expect(next.map(({ key }) => key)).toEqual([`merchant/${others[0]?.merchantId}`])
  await role.work()
  expect(await Promise.all(settled.map(stateOf))).toEqual(['taken', 'taken', 'taken'])
})

describe('a request that nobody waits for any more', () => {
  const PATIENCE_MS = 15_000

  test('is withdrawn by the issuer, although the api that had asked is gone, and may be asked for again', async () => {
    const [claimed, asked] = [await ask(CLAIM), await ask(REPUTATION)]
    ctx.clock.advance(PATIENCE_MS)
    await role.work()
    expect([await stateOf(claimed), await stateOf(asked)]).toEqual(['withdrawn', 'withdrawn'])
    expect(await resumeClaim(ctx, { id: claimed })).toMatchObject({ isNew: true })
  })

  test('is done until then', async () => {
    const claimed = await ask(CLAIM)
    ctx.clock.advance(PATIENCE_MS - 1)
    await role.work()
    expect(await stateOf(claimed)).toBe('taken')
  })

  test('is done however late where nobody ever waits for it', async () => {
    const wanted = await settlement()
    const asked = [await ask(wanted), await ask({ kind: 'control', did: wanted.did })]
    ctx.clock.advance(24 * 60 * 60 * 1_000)
    await role.work()
    expect(await Promise.all(asked.map(stateOf))).toEqual(['taken', 'taken'])
  })
})
