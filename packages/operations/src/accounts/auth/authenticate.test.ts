import { tables } from '@gateway/db/tables'
import { InvalidApiKey, InvalidToken, Unauthenticated } from '@gateway/domain/accounts/errors'
import type { Mode } from '@gateway/domain/kernel/id'
import { eventually } from '@gateway/testing/wait'
import { SignJWT, UnsecuredJWT } from 'jose'
import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { newApiKey } from './api-key.ts'
import { authenticate, requireActor } from './authenticate.ts'
import { register } from '../register.ts'

let ctx: TestApiContext
let merchantId: string
let token: string
let businessId: string

beforeAll(async () => {
  ctx = await testApiContext()
  const signedIn = await register(ctx, { email: 'ada@shop.example', password: 'correct horse' })
  merchantId = signedIn.merchant.id
  token = signedIn.token
  businessId = await storeBusiness()
})
afterAll(() => ctx.close())

describe('an API key', () => {
  test('acts for its business in its mode', async () => {
    for (const mode of ['live', 'test'] as const) {
      const key = await storeKey(mode)
      expect(await authenticate(ctx, key.text)).toEqual({ kind: 'key', merchantId, businessId, mode, keyId: key.id, scopes: ['*'] })
    }
  })

  test('malformed, mistyped, unknown and forged keys are rejected', async () => {
    const known = await storeKey()
    const thirdParty = newApiKey(ctx, 'live')
    const forged = newApiKey(
      { ids: { ...ctx.ids, bytes: (length) => (length === 12 ? idBytes(known.id) : ctx.ids.bytes(length)) } },
      'live',
    )
    expect(forged.id).toBe(known.id)
    const mistyped = known.text.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const text of ['gw_live_', 'gw_test_x', `gw_live_${'x'.repeat(4000)}`, mistyped, thirdParty.text, forged.text]) {
      await expect(authenticate(ctx, text)).rejects.toThrow(InvalidApiKey)
    }
  })

  test('stops working at the instant it expires or is revoked', async () => {
    const now = ctx.clock.now()
    const expired = await storeKey('live', { expiresAt: now })
    const lasting = await storeKey('live', { expiresAt: new Date(now.getTime() + 1) })
    const revoked = await storeKey('live', { revokedAt: now })
    await expect(authenticate(ctx, expired.text)).rejects.toThrow(InvalidApiKey)
    await expect(authenticate(ctx, revoked.text)).rejects.toThrow(InvalidApiKey)
    await expect(authenticate(ctx, lasting.text)).resolves.toMatchObject({ keyId: lasting.id })
  })

  test('appears in its stored row as id and digest, never in clear', async () => {
    const key = await storeKey()
    const rows = await tables(ctx.orm.em.fork()).selectFrom('api_key').selectAll().execute()
    // Its 43 characters may hold underscores, so they are counted from the checksum.
    const secret = key.text.slice(-50, -7)
    expect(secret).toHaveLength(43)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('records its last use to the minute', async () => {
    const key = await storeKey()
    const first = ctx.clock.now()
    await authenticate(ctx, key.text)
    await eventually('the first use is noted', async () => (await lastUse(key.id)) !== null)
    ctx.clock.advance(59_999)
    await authenticate(ctx, key.text)
    const marker = await storeKey()
    await authenticate(ctx, marker.text)
    await eventually('a later note is written', async () => (await lastUse(marker.id)) !== null)
    expect(await lastUse(key.id)).toEqual(first)
    ctx.clock.advance(1)
    await Promise.all(Array.from({ length: 20 }, () => authenticate(ctx, key.text)))
    await eventually('a use a minute later is noted', async () => (await lastUse(key.id))?.getTime() !== first.getTime())
    expect(await lastUse(key.id)).toEqual(ctx.clock.now())
  })
})

describe('a merchant token', () => {
  test('acts for the merchant while its session lives', async () => {
    expect(await authenticate(ctx, token)).toEqual({
      kind: 'merchant',
      merchantId,
      mode: 'live',
      sessionId: expect.any(String),
      openedIn: 'api',
      confirmedAt: expect.any(Date),
      hasSecondFactor: false,
    })
  })

  test('ends at once when its session is revoked', async () => {
    const session = await storeSession()
    const bearer = await tokenFor({ jti: session })
    await expect(authenticate(ctx, bearer)).resolves.toMatchObject({ merchantId })
    await tables(ctx.orm.em.fork()).updateTable('session').set({ revokedAt: ctx.clock.now() }).where('id', '=', session).execute()
    await expect(authenticate(ctx, bearer)).rejects.toThrow(InvalidToken)
  })

  test('contains ids and times, and no personal data', () => {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(Object(claims)).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub'])
  })

  // A valid token with one defect at a time (RFC 8725).
  const wrong: Record<string, () => Promise<string>> = {
    'no algorithm': async () => new UnsecuredJWT({ ...(await claims()) }).encode(),
    'HMAC with the public key as secret': async () => {
      const secret = createSecretKey(ctx.tokenKeys.publicKey.export({ format: 'der', type: 'spki' }))
      return new SignJWT(await claims()).setProtectedHeader({ ...header(), alg: 'HS256' }).sign(secret)
    },
    'another key under our kid': async () => sign(await claims(), header(), generateKeyPairSync('ed25519').privateKey),
    'another key brought along in the header': async () => {
      const pair = generateKeyPairSync('ed25519')
      return sign(
        await claims(),
        { ...header(), jwk: pair.publicKey.export({ format: 'jwk' }), jku: 'https://evil.example/jwks' },
        pair.privateKey,
      )
    },
    'a foreign kid': () => tokenFor({}, { kid: 'key-2' }),
    'no kid': () => tokenFor({}, { kid: undefined }),
    'the type of an access token': () => tokenFor({}, { typ: 'at+jwt' }),
    'the type of an ID token': () => tokenFor({}, { typ: 'JWT' }),
    'no type': () => tokenFor({}, { typ: undefined }),
    'another audience': () => tokenFor({ aud: 'api' }),
    'no audience': () => tokenFor({ aud: undefined }),
    'an end one second ago': () => tokenFor({ exp: seconds() - 1 }),
    'an end at this very second': () => tokenFor({ exp: seconds() }),
    'no end': () => tokenFor({ exp: undefined }),
    'a start in the future': () => tokenFor({ nbf: seconds() + 60 }),
    'no session': () => tokenFor({ jti: undefined }),
    'an unknown session': () => tokenFor({ jti: ctx.ids.uuid() }),
    'the session of another merchant': () => tokenFor({ sub: ctx.ids.uuid() }),
    'no merchant': () => tokenFor({ sub: undefined }),
    'a merchant whose id is no UUID': () => tokenFor({ sub: 'me' }),
    'a merchant whose id is no text': () => tokenFor({ sub: 5 }),
    'a session whose id is no UUID': () => tokenFor({ jti: 'x' }),
    'a session whose id is a list': () => tokenFor({ jti: [merchantId] }),
    'a changed signature': async () => (await tokenFor({})).slice(0, -8) + 'AAAAAAAA',
    'an unknown critical header': () => tokenFor({}, { crit: ['x-rule'], 'x-rule': true }),
  }

  test('a hand-made token with every claim right is accepted', async () => {
    await expect(authenticate(ctx, await tokenFor({}))).resolves.toMatchObject({ merchantId })
  })

  test.each(Object.keys(wrong))('a token with %s is rejected', async (name) => {
    const bearer = await wrong[name]?.()
    await expect(authenticate(ctx, bearer)).rejects.toThrow(InvalidToken)
  })
})

describe('a foreign bearer string', () => {
  const foreign = ['hello', 'a.b.c', 'sk_live_123', 'Bearer', 'x'.repeat(4000)]

  test.each(foreign)('a foreign string counts as anonymous where a credential is optional: %s', async (text) => {
    expect(await authenticate(ctx, text)).toBeUndefined()
  })

  test('a token of another issuer counts as anonymous', async () => {
    expect(await authenticate(ctx, await tokenFor({ iss: 'https://other.test' }))).toBeUndefined()
  })

  test('a required credential rejects anonymous requests and foreign bearer strings', async () => {
    await expect(requireActor(ctx, undefined)).rejects.toThrow(Unauthenticated)
    await expect(requireActor(ctx, 'hello')).rejects.toThrow(InvalidToken)
    await expect(requireActor(ctx, token)).resolves.toMatchObject({ kind: 'merchant' })
  })
})

test('several credentials in one request are rejected on every route', async () => {
  for (const ask of [authenticate, requireActor]) await expect(ask(ctx, '')).rejects.toThrow(InvalidToken)
})

const seconds = (): number => Math.floor(ctx.clock.now().getTime() / 1000)
const header = () => ({ alg: 'EdDSA', typ: 'merchant+jwt', kid: ctx.tokenKeys.kid })

async function claims(changes: object = {}): Promise<Record<string, unknown>> {
  const sessionId = 'jti' in changes ? undefined : await storeSession()
  return { iss: ctx.tokenKeys.issuer, aud: 'portal', sub: merchantId, jti: sessionId, iat: seconds(), exp: seconds() + 60, ...changes }
}

const tokenFor = async (changes: object, headerChanges: object = {}): Promise<string> =>
  sign(await claims(changes), { ...header(), ...headerChanges })

function sign(payload: object, protectedHeader: object, key = ctx.tokenKeys.privateKey): Promise<string> {
  const written: { alg: string } = { alg: 'EdDSA', ...protectedHeader }
  return new SignJWT({ ...payload }).setProtectedHeader(written).sign(key, { crit: { 'x-rule': true } })
}

async function storeSession(): Promise<string> {
  const id = ctx.ids.uuid()
  const createdAt = ctx.clock.now()
  const row = { id, merchantId, createdAt, expiresAt: new Date(createdAt.getTime() + 3_600_000), revokedAt: null }
  const opened = { openedIn: 'api', browser: 'curl', confirmedAt: createdAt, secondFactor: false } as const
  await tables(ctx.orm.em.fork())
    .insertInto('session')
    .values({ ...row, ...opened })
    .execute()
  return id
}

async function storeBusiness(): Promise<string> {
  const at = ctx.clock.now()
  const id = ctx.ids.uuid()
  const terms = {
    timeZone: 'UTC',
    spreadBps: 0,
    toleranceBps: 0,
    paymentWindowSeconds: 900,
    wallets: {},
    formerWallets: {},
    taxProfile: null,
    eventSequence: 0,
  }
  const row = {
    ...terms,
    id,
    merchantId,
    mode: 'live',
    name: 'Shop',
    description: null,
    category: null,
    plan: 'starter',
    createdAt: at,
    updatedAt: at,
  } as const
  await tables(ctx.orm.em.fork()).insertInto('business').values(row).execute()
  return id
}

async function storeKey(mode: Mode = 'live', changes: { expiresAt?: Date; revokedAt?: Date } = {}) {
  const { text, ...key } = newApiKey(ctx, mode)
  const row = {
    ...key,
    name: null,
    scopes: ['*' as const],
    businessId,
    createdAt: ctx.clock.now(),
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    ...changes,
  }
  await tables(ctx.orm.em.fork()).insertInto('api_key').values(row).execute()
  return { text, id: key.id }
}

const lastUse = async (keyId: string): Promise<Date | null | undefined> =>
  (await tables(ctx.orm.em.fork()).selectFrom('api_key').select('lastUsedAt').where('id', '=', keyId).executeTakeFirst())?.lastUsedAt

/** Bytes that a new key would turn into a given public id. */
const idBytes = (id: string): Buffer => Buffer.from(Array.from(id, (character) => '0123456789abcdefghjkmnpqrstvwxyz'.indexOf(character)))
