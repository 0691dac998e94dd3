import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { requestCredential } from '@gateway/operations/identity/credentials/request-credential'
import { revokeCredential } from '@gateway/operations/identity/credentials/revoke-credential'
import { claimDid } from '@gateway/operations/identity/claims/claim-did'
import { readBit } from '@gateway/operations/identity/status/bitstring'
import { readStatusList } from '@gateway/operations/identity/status/read-list'
import { renewStatusLists } from '@gateway/operations/identity/status/renew-lists'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { storeMerchant, testApiContext } from '@gateway/operations/testing/test-context'
import { openTestIssuer } from '@gateway/operations/testing/test-issuer'
import { testOperator } from '@gateway/operations/testing/test-operator'
import { decodeJwt } from 'jose'
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const APIS = 2
const ISSUERS = 2
const CLAIMS = 100
const { as: by } = testOperator('ada')

/** Several processes of the api and of the issuer, over one database. */
async function openProcesses() {
  const ctx = await testApiContext()
  const url = String(ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: APIS + ISSUERS }, () => openOrm({ url, poolSize: 4 })))
  const issuerKey = createSecretKey(randomBytes(32))
  const issuers = await Promise.all(orms.slice(APIS).map((orm) => openTestIssuer(ctx, { orm, issuerKey })))
  const work = () => Promise.all(issuers.map((one) => one.work()))
  const hear: ApiContext['hear'] = async () => void (await work())
  const apis = orms.slice(0, APIS).map((orm): ApiContext => ({ ...ctx, orm, hear }))
  const close = async (): Promise<void> => {
    await Promise.all(orms.map((orm) => orm.close()))
    await ctx.close()
  }
  return { ctx, url, apis, work, close }
}

test(`R17: of ${CLAIMS} claims of one merchant by ${APIS} APIs and ${ISSUERS} issuers one makes the DID, and a day has one credential`, async () => {
  for (let round = 0; round < rounds; round++) {
    const { ctx, url, apis, work, close } = await openProcesses()
    const actor = await storeMerchant(ctx)
    const every = <T>(ask: (api: ApiContext) => Promise<T>) => Array.from({ length: CLAIMS }, (_, turn) => ask(apis[turn % APIS] ?? ctx))
    const claims = await raceFrom({ url, table: 'did', waiting: APIS }, () =>
      Promise.all(every((api) => claimDid(api, { actor, displayName: null }))),
    )
    expect([claims.filter(({ isNew }) => isNew).length, new Set(claims.map(({ seen }) => seen.own.did)).size]).toEqual([1, 1])
    const requests = await Promise.all(every((api) => requestCredential(api, { actor })))
    expect([requests.filter(({ isNew }) => isNew).length, new Set(requests.map(({ seen }) => seen.credential.id)).size]).toEqual([1, 1])
    await work()
    const db = tables(ctx.orm.em.fork())
    const types = (await db.selectFrom('credential').select('type').execute()).map(({ type }) => type)
    expect(types.toSorted((one, other) => one.localeCompare(other))).toEqual(['DidControlCredential', 'ReputationCredential'])
    expect(await db.selectFrom('issuer_key').select('kid').execute()).toHaveLength(1)
    await close()
  }
})

test('a credential that is revoked while issuers sign its list is in the list that they sign next', async () => {
  for (let round = 0; round < rounds; round++) {
    const { ctx, apis, work, close } = await openProcesses()
    const [api = ctx] = apis
    const actor = await storeMerchant(ctx)
    await claimDid(api, { actor, displayName: null })
    const { id, listId, listIndex } = (await requestCredential(api, { actor })).seen.credential
    await renewStatusLists(ctx)
    await Promise.all([work(), revokeCredential(ctx, { id, reason: 'A race', by }), renewStatusLists(ctx), work()])
    await work()
    const { credentialSubject } = decodeJwt(await readStatusList(ctx, { id: String(listId) }))
    expect(await readBit(String(Object(credentialSubject).encodedList), listIndex)).toBe(true)
    await close()
  }
})
