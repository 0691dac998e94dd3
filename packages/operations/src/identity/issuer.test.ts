import { openOrm, type Orm } from '@gateway/db/orm'
import { type DatabaseRole, loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { didKeyOf } from '@gateway/domain/identity/did'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiContext, Log } from '../kernel/context.ts'
import { transaction } from '../kernel/transaction.ts'
import { type TestApiContext, storeMerchant, testApiContext } from '../testing/test-context.ts'
import { openTestIssuer, type TestIssuer } from '../testing/test-issuer.ts'
import { testOperator } from '../testing/test-operator.ts'
import { readClaimsOf } from './credentials/see-credential.ts'
import { getCredential, listCredentials, listRevocations } from './credentials/read-credentials.ts'
import { requestCredential } from './credentials/request-credential.ts'
import { revokeCredential } from './credentials/revoke-credential.ts'
import { claimDid, resumeClaim } from './claims/claim-did.ts'
import { getOwnDid } from './claims/get-own-did.ts'
import { linkDid } from './claims/link-did.ts'
import { newKey } from './keys/seal-private-key.ts'
import { readOwnDocument } from './keys/read-own-document.ts'
import { rotateIssuerKey } from './keys/rotate-issuer-key.ts'
import { askIssuer } from './requests/ask-issuer.ts'
import { forgetIssuerRequests } from './work/due-requests.ts'
import { readBit } from './status/bitstring.ts'
import { readStatusList } from './status/read-list.ts'
import { renewStatusLists } from './status/renew-lists.ts'
import { verifyCredential } from './verification/verify-credential.ts'

const HOUR_MS = 60 * 60 * 1_000
const ISSUER = 'did:web:gateway.test'
const { as: by } = testOperator('ada')

let ctx: TestApiContext
let api: ApiContext
let operator: { orm: Orm } & Pick<TestApiContext, 'ids' | 'clock'>
let role: TestIssuer
let actor: Extract<Actor, { kind: 'merchant' }>
const logins: Orm[] = []
/** Work that failed, which a sweep puts off. */
const failures: string[] = []

/** Each side has the rights of its own database user. */
async function loginOf(name: DatabaseRole): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(name, String(ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

beforeAll(async () => {
  const problems: Log = {
    info: () => {},
    warn: () => {},
    error: (fields, message) => void failures.push(`${message} ${JSON.stringify(fields)}`),
  }
  ctx = await testApiContext({ log: problems })
  role = await openTestIssuer(ctx, { orm: await loginOf('issuer') })
  api = { ...ctx, orm: await loginOf('api'), hear: role.hear }
  operator = { ...ctx, orm: await loginOf('operator') }
})
beforeEach(async () => void (actor = await storeMerchant(ctx)))
afterEach(() => {
  if (failures.length > 0) throw new Error(failures.splice(0).join('\n'))
})
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await ctx.close()
})

const claim = (displayName: string | null = null) => claimDid(api, { actor, displayName })
/** An issuer that does nothing while the clock of the wait runs out. */
const away = (): ApiContext => ({ ...api, hear: () => Promise.resolve() })
const requests = () =>
  tables(ctx.orm.em.fork()).selectFrom('issuer_request').selectAll().where('merchantId', '=', actor.merchantId).execute()
const credentialsOf = async (did: string) =>
  tables(ctx.orm.em.fork())
    .selectFrom('credential')
    .selectAll()
    .where('did', '=', did as `did:key:${string}`)
    .execute()
async function waitedOut<T>(call: (ctx: ApiContext) => Promise<T>): Promise<T> {
  // Whatever others have begun is done.
  await role.work()
  // The wait is measured by a clock of its own; each look moves it.
  const real = performance.now.bind(performance)
  let passed = 0
  performance.now = () => real() + (passed += 3_000)
  try {
    return await call(away())
  } finally {
    performance.now = real
  }
}

describe('a claim', () => {
  test('gives a merchant its DID with a credential of it, once, and keeps the name of the first', async () => {
    const first = await claim('Kestrel Prints')
    expect(first).toMatchObject({ isNew: true, seen: { own: { displayName: 'Kestrel Prints' }, linked: [] } })
    const { did, publicKey } = first.seen.own
    expect(did).toBe(didKeyOf(publicKey))
    expect(await claim('Another name')).toEqual({ ...first, isNew: false })
    expect(await getOwnDid(api, { actor })).toEqual(first.seen)
    const [issued] = await credentialsOf(did)
    expect(issued).toMatchObject({ type: 'DidControlCredential', expiresAt: null })
    expect(await verifyCredential(api, { credentialId: issued?.id ?? '', credential: null })).toMatchObject({ isValid: true })
  })

  test('of a hundred at once one makes the DID, and all others are answered with it', async () => {
    const claims = await Promise.all(Array.from({ length: 100 }, () => claim()))
    expect(claims.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(claims.map(({ seen }) => seen.own.did)).size).toBe(1)
    const rows = await tables(ctx.orm.em.fork()).selectFrom('did').select('did').where('merchantId', '=', actor.merchantId).execute()
    expect(rows).toHaveLength(1)
    expect(await credentialsOf(claims[0]?.seen.own.did ?? '')).toHaveLength(1)
  })

  test('that the issuer has not taken in time is withdrawn, and nothing comes of it later; the same request asks again', async () => {
    await expect(waitedOut((slow) => claimDid(slow, { actor, displayName: null }))).rejects.toMatchObject({ code: 'ISSUER_UNAVAILABLE' })
    await role.work()
    const [request] = await requests()
    expect(request?.state).toBe('withdrawn')
    await expect(getOwnDid(api, { actor })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await resumeClaim(api, { id: request?.id ?? '' })).toMatchObject({ isNew: true })
  })

  test('of a test key makes nothing', async () => {
    await expect(claimDid(api, { actor: { ...actor, mode: 'test' }, displayName: null })).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' })
    expect(await requests()).toEqual([])
    await claim()
    await expect(getOwnDid(api, { actor: { ...actor, mode: 'test' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a link', () => {
  /** A key of a merchant's own, and its proof. */
  function ownKey(merchantId = actor.merchantId) {
    const { publicKey, privateKey } = newKey()
    const did = didKeyOf(publicKey)
    const signature = sign(null, Buffer.from(`claim-did:${did}:${merchantId}`), privateKey)
    return { did, proof: { publicKey, signature } }
  }

  test('without a proof is shown as unverified, may be proven later, and then has a credential', async () => {
    const { own } = (await claim()).seen
    const { did, proof } = ownKey()
    expect(await linkDid(api, { actor, link: { did, proof: null } })).toMatchObject({
      link: { did, isVerified: false },
      own: { did: own.did },
    })
    await role.work()
    expect(await credentialsOf(did)).toEqual([])
    const proven = await linkDid(api, { actor, link: { did, proof } })
    expect(proven).toMatchObject({ link: { isVerified: true }, linked: [{ did, isVerified: true }] })
    await linkDid(api, { actor, link: { did, proof } })
    expect(await linkDid(api, { actor, link: { did, proof: null } })).toMatchObject({ link: { isVerified: true } })
    await role.work()
    const issued = await credentialsOf(did)
    expect(issued.map(({ type }) => type)).toEqual(['DidControlCredential'])
    expect(readClaimsOf(issued[0]?.jwt ?? '')).toMatchObject({ data: { shownBy: 'signed_challenge', accountDid: own.did } })
  })

  test('needs no DID of the merchant', async () => {
    expect(await linkDid(api, { actor, link: { did: 'did:web:shop.example', proof: null } })).toMatchObject({ own: undefined })
  })

  test('is verified for one merchant alone, also when two prove it at once', async () => {
    const other = await storeMerchant(ctx)
    const { publicKey, privateKey } = newKey()
    const did = didKeyOf(publicKey)
    const proofOf = (merchantId: string) => ({
      publicKey,
      signature: sign(null, Buffer.from(`claim-did:${did}:${merchantId}`), privateKey),
    })
    const links = [actor, other].map((one) => linkDid(api, { actor: one, link: { did, proof: proofOf(one.merchantId) } }))
    const outcomes = await Promise.allSettled(links)
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual(['fulfilled', 'rejected'])
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'DID_TAKEN' }) })
    expect(await linkDid(api, { actor: await storeMerchant(ctx), link: { did, proof: null } })).toMatchObject({
      link: { isVerified: false },
    })
  })

  test.each([
    ['of another merchant', () => ownKey('00000000-0000-4000-8000-000000000000')],
    ['of another key', () => ({ ...ownKey(), proof: { ...ownKey().proof } })],
    [
      'with an altered signature',
      () => {
        const { did, proof } = ownKey()
        const signature = Buffer.from(proof.signature)
        signature.writeUInt8(signature.readUInt8(5) ^ 1, 5)
        return { did, proof: { ...proof, signature } }
      },
    ],
    ['of a DID that is not of the key', () => ({ ...ownKey(), did: 'did:web:shop.example' as const })],
  ])('with a proof %s is refused, and nothing is linked', async (_what, make) => {
    await expect(linkDid(api, { actor, link: make() })).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    const rows = await tables(ctx.orm.em.fork()).selectFrom('linked_did').select('id').where('merchantId', '=', actor.merchantId).execute()
    expect(rows).toEqual([])
  })

  test('of more than twenty DIDs is refused, also at once, and so is that of the own one', async () => {
    const { own } = (await claim()).seen
    await expect(linkDid(api, { actor, link: { did: own.did, proof: null } })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    const links = Array.from({ length: 25 }, (_, n) => linkDid(api, { actor, link: { did: `did:web:shop${n}.example`, proof: null } }))
    const outcomes = await Promise.allSettled(links)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect((await getOwnDid(api, { actor })).linked).toHaveLength(20)
  })
})

describe('a credential of reputation', () => {
  test('says what the reputation is, is signed as the service, and is valid for thirty days', async () => {
    const { own } = (await claim()).seen
    // Moments within a second are signed as its beginning.
    ctx.clock.advance(1_789)
    const { seen, isNew } = await requestCredential(api, { actor })
    expect([isNew, seen.issuer, seen.credential.did]).toEqual([true, ISSUER, own.did])
    expect(seen.data).toMatchObject({ score: 0, totalTasks: 0, trustVector: { E: 0, C: 0 } })
    const { jwt, issuedAt, expiresAt } = seen.credential
    expect(expiresAt?.getTime()).toBe(issuedAt.getTime() + 30 * 24 * HOUR_MS)
    const claims = decodeJwt(jwt)
    expect(decodeProtectedHeader(jwt)).toMatchObject({
      alg: 'EdDSA',
      typ: 'vc+jwt',
      cty: 'vc',
      kid: expect.stringMatching(/^did:web:gateway\.test#/),
    })
    expect(claims).toMatchObject({
      '@context': ['https://www.w3.org/ns/credentials/v2', 'https://gateway.test/credentials/context/v1'],
      type: ['VerifiableCredential', 'ReputationCredential'],
      iss: ISSUER,
      issuer: ISSUER,
      sub: own.did,
      jti: claims['id'],
      credentialStatus: { type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
    })
    expect(claims).not.toHaveProperty('vc')
    expect(claims).not.toHaveProperty('aud')
    expect([claims.nbf, claims.exp]).toEqual([claims['validFrom'], claims['validUntil']].map((text) => Date.parse(String(text)) / 1_000))
    expect([issuedAt.getMilliseconds(), issuedAt.getTime()]).toEqual([0, Date.parse(String(claims['validFrom']))])
    ctx.clock.advance(211)
    expect(await getCredential(api, { id: seen.credential.id })).toEqual(seen)
    const { rows, total } = await listCredentials(api, { did: own.did, limit: 50, offset: 0 })
    expect([total, rows.map(({ type }) => type)]).toEqual([2, ['ReputationCredential', 'DidControlCredential']])
  })

  test('is issued once a day, also when it is asked for at once, and anew on the next day', async () => {
    const { own } = (await claim()).seen
    const asked = await Promise.all(Array.from({ length: 10 }, () => requestCredential(api, { actor })))
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(asked.map(({ seen }) => seen.credential.id)).size).toBe(1)
    ctx.clock.advance(24 * HOUR_MS)
    expect(await requestCredential(api, { actor })).toMatchObject({ isNew: true })
    expect((await credentialsOf(own.did)).filter(({ type }) => type === 'ReputationCredential')).toHaveLength(2)
  })

  test('needs a DID', async () => {
    await expect(requestCredential(api, { actor })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a settlement gives its party one credential, however often it is asked for', async () => {
  const { own } = (await claim()).seen
  const escrowId = ctx.ids.uuid()
  const terms = { escrowId, role: 'beneficiary', amount: '25.00', currency: 'USD', settledAt: '2026-10-01T12:00:00.000Z' } as const
  const relay = { ...ctx, orm: await loginOf('relay') }
  for (let asked = 0; asked < 2; asked++)
    await transaction(relay, (em) =>
      askIssuer(em, relay, { merchantId: actor.merchantId, wanted: { kind: 'settlement', did: own.did, ...terms } }),
    )
  await role.work()
  const issued = (await credentialsOf(own.did)).filter(({ type }) => type === 'EscrowSettlementCredential')
  expect(issued.map(({ jwt, expiresAt }) => [readClaimsOf(jwt).data, expiresAt])).toEqual([[terms, null]])
  expect((await requests()).map(({ state }) => state)).toEqual(['taken', 'taken', 'taken'])
})

describe('a revocation', () => {
  const listOf = async () => decodeJwt(await readStatusList(api, { id: '1' }))
  const bitOf = async (place: number) => {
    const { credentialSubject } = await listOf()
    return readBit(String(Object(credentialSubject).encodedList), place)
  }

  test('counts at once, is public with its reason, and sets the bit of this credential alone', async () => {
    const { own } = (await claim()).seen
    const { seen } = await requestCredential(api, { actor })
    const { id, listIndex } = seen.credential
    expect(await bitOf(listIndex)).toBe(false)
    await revokeCredential(operator, { id, reason: 'Issued by mistake', by })
    expect(await verifyCredential(api, { credentialId: id, credential: null })).toEqual({
      isValid: false,
      isRevoked: true,
      reason: 'revoked',
      credentialId: id,
    })
    expect(await verifyCredential(api, { credentialId: null, credential: { jwt: seen.credential.jwt, members: null } })).toMatchObject({
      isRevoked: true,
    })
    await role.work()
    expect(await bitOf(listIndex)).toBe(true)
    const [other] = (await credentialsOf(own.did)).filter(({ type }) => type === 'DidControlCredential')
    expect(await bitOf(other?.listIndex ?? -1)).toBe(false)
    expect(await listRevocations(api)).toEqual([{ id, reason: 'Issued by mistake', revokedAt: ctx.clock.now() }])
    await expect(revokeCredential(operator, { id, reason: 'Again', by })).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(revokeCredential(operator, { id: ctx.ids.uuid(), reason: 'None', by })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const entries = await tables(ctx.orm.em.fork()).selectFrom('audit_entry').selectAll().where('subjectId', '=', id).execute()
    expect(entries).toMatchObject([{ action: 'credential.revoke', actor: by, details: { reason: 'Issued by mistake' } }])
  })

  test('that commits while a list is signed is in the list that is signed after it', async () => {
    await claim()
    const { seen } = await requestCredential(api, { actor })
    const { id, listIndex } = seen.credential
    await renewStatusLists(ctx)
    await Promise.all([role.work(), revokeCredential(operator, { id, reason: 'A race', by }), role.work()])
    await role.work()
    expect(await bitOf(listIndex)).toBe(true)
  })

  test('a list is valid for a day, and signed again when an hourly run asks for it, or when it is older than two hours', async () => {
    await claim()
    const signedAt = async () => Date.parse(String((await listOf())['validFrom']))
    const before = await signedAt()
    expect(Date.parse(String((await listOf())['validUntil'])) - before).toBe(24 * HOUR_MS)
    ctx.clock.advance(HOUR_MS)
    await role.work()
    expect(await signedAt()).toBe(before)
    expect(await renewStatusLists({ ...ctx, orm: await loginOf('payments') })).toBe(1)
    await role.work()
    expect(await signedAt()).toBe(before + HOUR_MS)
    ctx.clock.advance(2 * HOUR_MS + 1_000)
    await role.work()
    expect(await signedAt()).toBe(before + 3 * HOUR_MS + 1_000)
  })
})

describe('the key that signs', () => {
  const kidsOf = async () => (await readOwnDocument(api)).verificationMethod.map(({ id }) => id)

  test('is another one after a rotation, and the former one stays listed, so that what it has signed stays valid', async () => {
    await claim()
    const { seen } = await requestCredential(api, { actor })
    const [former] = await kidsOf()
    const retired = await rotateIssuerKey(operator, { by })
    expect(former).toBe(`${ISSUER}#${retired}`)
    await role.work()
    const [current, ...others] = await kidsOf()
    expect(others).toContain(former)
    expect((await readOwnDocument(api)).assertionMethod).toContain(former)
    expect(decodeProtectedHeader(await readStatusList(api, { id: '1' })).kid).toBe(current)
    expect(await verifyCredential(api, { credentialId: seen.credential.id, credential: null })).toMatchObject({ isValid: true })
    ctx.clock.advance(24 * HOUR_MS)
    const next = await requestCredential(api, { actor })
    expect(decodeProtectedHeader(next.seen.credential.jwt).kid).toBe(current)
    const entry = await tables(ctx.orm.em.fork())
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'issuer_key.rotate')
      .executeTakeFirst()
    expect(entry).toMatchObject({ actor: by, subjectId: retired })
  })

  test('cannot be turned over while the issuer has made none', async () => {
    await rotateIssuerKey(operator, { by })
    await expect(rotateIssuerKey(operator, { by })).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await role.work()
    await rotateIssuerKey(operator, { by })
  })

  test('an issuer with another key of its own does not start', async () => {
    await role.work()
    await claim()
    await expect(openTestIssuer(ctx, { orm: role.issuer.orm })).rejects.toThrow('unable to authenticate data')
  })
})

test('private keys are sealed, and no user but the issuer’s can read them even so', async () => {
  await claim()
  const stored = await tables(ctx.orm.em.fork())
    .selectFrom('did')
    .selectAll()
    .where('merchantId', '=', actor.merchantId)
    .executeTakeFirstOrThrow()
  expect(Buffer.from(stored.sealedKey).includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false)
  for (const name of ['api', 'relay', 'operator', 'signer', 'payments'] as const) {
    const read = (sql: string) => loginOf(name).then((orm) => orm.em.fork().getConnection().execute(sql))
    await expect(read('SELECT sealed_key FROM did')).rejects.toThrow('permission denied')
    await expect(read('SELECT sealed_key FROM issuer_key')).rejects.toThrow('permission denied')
  }
})

test.each([
  ['api', 'INSERT INTO credential (id) VALUES (gen_random_uuid())'],
  ['api', 'UPDATE credential SET revoked_at = now()'],
  ['api', 'INSERT INTO did (merchant_id) VALUES (gen_random_uuid())'],
  ['relay', 'INSERT INTO issuer_key (kid) VALUES (1)'],
  ['operator', 'UPDATE status_list SET jwt = jwt'],
  ['issuer', 'UPDATE credential SET jwt = jwt'],
  ['issuer', 'UPDATE credential SET revoked_at = now()'],
  ['issuer', 'DELETE FROM credential'],
  ['issuer', 'INSERT INTO receipt (id) VALUES (gen_random_uuid())'],
  ['issuer', 'SELECT password_hash FROM merchant'],
] as const)('the user %s may not %s', async (name, sql) => {
  await expect((await loginOf(name)).em.fork().getConnection().execute(sql)).rejects.toThrow('permission denied')
})

test('requests are forgotten a day after their end', async () => {
  await claim()
  await forgetIssuerRequests(role.issuer)
  expect(await requests()).toHaveLength(1)
  ctx.clock.advance(24 * HOUR_MS + 1)
  await forgetIssuerRequests(role.issuer)
  expect(await requests()).toEqual([])
})
