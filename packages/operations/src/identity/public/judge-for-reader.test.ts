import { tables } from '@gateway/db/tables'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { openTestIssuer } from '../../testing/test-issuer.ts'
import { claimDid } from '../claims/claim-did.ts'
import { requestCredential } from '../credentials/request-credential.ts'
import { judgeForReader } from './judge-for-reader.ts'
import { readPasted } from './read-pasted.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const ISSUER = 'did:web:gateway.test'

let ctx: TestApiContext
let did: string
let id: string
let jwt: string
beforeAll(async () => {
  ctx = await testApiContext()
  Object.assign(ctx, { hear: (await openTestIssuer(ctx)).hear })
  const actor = await storeMerchant(ctx)
  did = (await claimDid(ctx, { actor, displayName: null })).seen.own.did
  ;({ id, jwt } = (await requestCredential(ctx, { actor })).seen.credential)
})
afterAll(() => ctx.close())

const judge = (pasted: string) => {
  const input = readPasted(pasted)
  if (!input) throw new Error('it is neither a credential nor an id')
  return judgeForReader(ctx, input)
}

test('a reader learns what a valid credential says, by its id and by its text', async () => {
  const credential = {
    id,
    type: 'ReputationCredential',
    subject: did,
    issuer: ISSUER,
    issuedAt: expect.any(String),
    expiresAt: expect.any(String),
  }
  for (const pasted of [id, jwt]) expect(await judge(pasted)).toEqual({ outcome: 'valid', credential })
})

test('of a credential that is not genuine a reader learns only why, and nothing that it says of itself', async () => {
  const [head = '', , signature = ''] = jwt.split('.')
  const claims = {
    iss: ISSUER,
    issuer: ISSUER,
    '@context': ['x'],
    type: ['VerifiableCredential'],
    credentialSubject: { id: 'did:web:forged.example' },
  }
  const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  expect(await judge(forged)).toEqual({ outcome: 'invalid', credential: {}, reason: 'signature' })
  const altered = JSON.stringify({ id, agent_did: 'did:web:forged.example', proof: { format: 'vc+jwt', jwt } })
  expect(await judge(altered)).toEqual({ outcome: 'invalid', credential: {}, reason: 'signature' })
  expect(await judge(randomUUID())).toEqual({ outcome: 'invalid', credential: {}, reason: 'unknown' })
})

test('a reader learns that a credential has expired, and that and why it was revoked, which outranks its dates', async () => {
  ctx.clock.advance(31 * DAY_MS)
  expect(await judge(jwt)).toMatchObject({ outcome: 'invalid', credential: { id, subject: did }, reason: 'expired' })
  const revoked = { revokedAt: ctx.clock.now(), revokeReason: 'Asked for by its holder' }
  await tables(ctx.orm.em.fork()).updateTable('credential').set(revoked).where('id', '=', id).execute()
  for (const pasted of [id, jwt])
    expect(await judge(pasted)).toMatchObject({ outcome: 'revoked', credential: { id, subject: did }, reason: 'Asked for by its holder' })
})
