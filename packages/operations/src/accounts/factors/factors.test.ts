import { findLiveIds } from '@gateway/db/accounts/session-queries'
import { tables } from '@gateway/db/tables'
import { MOST_PASSKEYS } from '@gateway/domain/accounts/factors'
import { ConfirmationRequired, EmailNotVerified } from '@gateway/domain/accounts/errors'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthenticator } from '../../testing/test-authenticator.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { queuedEmails } from '../../testing/test-emails.ts'
import { codeAt, enrolPasskey, enrolTotp, verifyAddress } from '../../testing/test-factors.ts'
import { MerchantTokenRequired, type MerchantActor } from '../auth/require-merchant.ts'
import { WrongCode } from './check-code.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './enrol-passkey.ts'
import { confirmTotp, removeTotp, startTotp } from './enrol-totp.ts'
import { listFactors, newRecoveryCodes } from './list-factors.ts'
import { DeadTicket } from './sign-in-ticket.ts'
import { WrongPasskey } from './verify-passkey.ts'

let ctx: TestApiContext
let actor: MerchantActor
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())
beforeEach(async () => {
  actor = await storeSessionOf(await storeMerchant(ctx))
  await verifyAddress(ctx, actor.merchantId)
})

/** A passkey is made within a session that is stored. */
async function storeSessionOf(merchant: MerchantActor): Promise<MerchantActor> {
  const { merchantId, sessionId: id, openedIn, confirmedAt } = merchant
  const expiresAt = new Date(confirmedAt.getTime() + 7 * 24 * 60 * 60_000)
  const row = {
    id,
    merchantId,
    openedIn,
    confirmedAt,
    expiresAt,
    createdAt: confirmedAt,
    revokedAt: null,
    browser: 'curl',
    secondFactor: false,
  }
  await tables(ctx.orm.em.fork()).insertInto('session').values(row).execute()
  return merchant
}

const factors = () => listFactors(ctx, { actor })
const code = (secret: string) => codeAt(secret, ctx.clock.now())
const changes = async () =>
  (await queuedEmails(ctx, ctx.webhookOpeningKey)).flatMap(({ merchantId, facts }) =>
    merchantId === actor.merchantId && facts.kind === 'factors_changed' ? [[facts.change, facts.passkey]] : [],
  )
const audited = async () =>
  (
    await tables(ctx.orm.em.fork())
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'details'])
      .where('subjectId', '=', actor.merchantId)
      .orderBy('at')
      .execute()
  ).map(({ action, details }) => [action, details])

describe('an authenticator app', () => {
  test('becomes a factor with its first code, comes with ten recovery codes, and is reported', async () => {
    const { secret, uri } = await startTotp(ctx, { actor })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(`otpauth://totp/${uri.slice(15).split('?')[0]}?${uri.split('?')[1]}`)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await factors()).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 })
    const codes = await confirmTotp(ctx, { actor, code: code(secret) })
    expect(new Set(codes).size).toBe(10)
    for (const text of codes ?? []) expect(text).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
    expect(await factors()).toEqual({ passkeys: [], totpSince: ctx.clock.now(), recoveryCodesLeft: 10 })
    expect(await changes()).toEqual([['totp_added', null]])
    expect(await audited()).toEqual([['factor.add', { change: 'totp_added' }]])
  })

  test('an authenticator app is no factor after a wrong code, or the code of an earlier secret', async () => {
    const { secret: earlier } = await startTotp(ctx, { actor })
    const { secret } = await startTotp(ctx, { actor })
    for (const wrong of ['000000', code(earlier), '', secret])
      await expect(confirmTotp(ctx, { actor, code: wrong })).rejects.toThrow(WrongCode)
    expect((await factors()).totpSince).toBeNull()
    await confirmTotp(ctx, { actor, code: code(secret) })
  })

  test('an authenticator app is set up once, and again after its removal, which takes the recovery codes away', async () => {
    await expect(confirmTotp(ctx, { actor, code: '000000' })).rejects.toThrow(InvalidState)
    await enrolTotp(ctx, actor)
    await expect(startTotp(ctx, { actor })).rejects.toThrow(InvalidState)
    ctx.clock.advance(1)
    await removeTotp(ctx, { actor })
    await expect(removeTotp(ctx, { actor })).rejects.toThrow(NotFound)
    expect(await factors()).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 })
    ctx.clock.advance(1)
    expect((await enrolTotp(ctx, actor)).recoveryCodes).toHaveLength(10)
    expect((await changes()).map(([change]) => change)).toEqual(['totp_added', 'totp_removed', 'totp_added'])
  })
})

describe('a passkey', () => {
  test('a passkey is made for this gateway alone, renamed and removed, and each change but a name is reported', async () => {
    const { options } = await startPasskey(ctx, { actor })
    expect(options).toMatchObject({
      rp: { id: 'gateway.test' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
    })
    expect((await enrolPasskey(ctx, actor, 'Laptop')).recoveryCodes).toHaveLength(10)
    ctx.clock.advance(1)
    expect((await enrolPasskey(ctx, actor, 'Telephone')).recoveryCodes).toEqual([])
    const [laptop, telephone] = (await factors()).passkeys
    await renamePasskey(ctx, { actor, id: laptop?.id ?? '', name: 'Old laptop' })
    expect((await factors()).passkeys.map(({ name }) => name).toSorted()).toEqual(['Old laptop', 'Telephone'])
    await removePasskey(ctx, { actor, id: telephone?.id ?? '' })
    expect((await factors()).recoveryCodesLeft).toBe(10)
    await removePasskey(ctx, { actor, id: laptop?.id ?? '' })
    expect(await factors()).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 })
    expect(await changes()).toHaveLength(4)
    expect((await audited()).map(([action]) => action)).toEqual(['factor.add', 'factor.add', 'factor.remove', 'factor.remove'])
  })

  test('answer is taken once, for the session that it was asked for', async () => {
    const other = await storeSessionOf(await storeMerchant(ctx))
    const { challengeId, options } = await startPasskey(ctx, { actor })
    const shown = { challengeId, name: 'Laptop', response: testAuthenticator(ctx.publicUrl).create(options) }
    await expect(addPasskey(ctx, { actor: other, ...shown })).rejects.toThrow(DeadTicket)
    await addPasskey(ctx, { actor, ...shown })
    await expect(addPasskey(ctx, { actor, ...shown })).rejects.toThrow(DeadTicket)
  })

  test('credential belongs to one account', async () => {
    const authenticator = testAuthenticator(ctx.publicUrl)
    const add = async (owner: MerchantActor) => {
      const { challengeId, options } = await startPasskey(ctx, { actor: owner })
      return addPasskey(ctx, { actor: owner, challengeId, name: 'Laptop', response: authenticator.create(options) })
    }
    await add(actor)
    const other = await storeSessionOf(await storeMerchant(ctx))
    await verifyAddress(ctx, other.merchantId)
    await expect(add(other)).rejects.toThrow(WrongPasskey)
  })

  test.each([
    ['for a page of another origin', { origin: 'https://evil.example' }],
    ['without a verified user', { isUserVerified: false }],
  ])('a passkey is not made %s', async (_name, wrong) => {
    const { challengeId, options } = await startPasskey(ctx, { actor })
    const response = testAuthenticator(ctx.publicUrl).create(options, wrong)
    await expect(addPasskey(ctx, { actor, challengeId, name: 'Laptop', response })).rejects.toThrow(WrongPasskey)
    expect((await factors()).passkeys).toEqual([])
  })

  test('a passkey of another merchant is neither renamed nor removed', async () => {
    await enrolPasskey(ctx, actor)
    const id = (await factors()).passkeys[0]?.id ?? ''
    const stranger = await storeSessionOf(await storeMerchant(ctx))
    await expect(renamePasskey(ctx, { actor: stranger, id, name: 'Mine' })).rejects.toThrow(NotFound)
    await expect(removePasskey(ctx, { actor: stranger, id })).rejects.toThrow(NotFound)
    expect((await factors()).passkeys).toMatchObject([{ name: 'Laptop' }])
  })

  test('an account has twenty passkeys at most', async () => {
    for (let turn = 0; turn < MOST_PASSKEYS; turn++) await enrolPasskey(ctx, actor)
    await expect(enrolPasskey(ctx, actor)).rejects.toThrow(InvalidState)
  })
})

describe('the first factor', () => {
  const enrolments = {
    'an authenticator app': (by: MerchantActor) => enrolTotp(ctx, by),
    'a passkey': (by: MerchantActor) => enrolPasskey(ctx, by),
  }
  test.each(Object.entries(enrolments))(
    '%s ends every session but that of its enrolment, and a further factor ends none',
    async (_name, enrol) => {
      const others = [await storeSessionOf({ ...actor, sessionId: ctx.ids.uuid() }), await storeSessionOf(await storeMerchant(ctx))]
      const live = async () => {
        const sessionIds = [actor, ...others].map(({ sessionId }) => sessionId)
        return new Set(await findLiveIds(ctx.orm.em.fork(), { sessionIds, at: ctx.clock.now() }))
      }
      await enrol(actor)
      expect(await live()).toEqual(new Set([actor.sessionId, others[1]?.sessionId]))
      others.push(await storeSessionOf({ ...actor, sessionId: ctx.ids.uuid() }))
      await enrolPasskey(ctx, actor)
      expect((await live()).size).toBe(3)
    },
  )
})

describe('recovery codes', () => {
  test('come with the first factor only, however many are added at once', async () => {
    const added = await Promise.all([enrolPasskey(ctx, actor), enrolPasskey(ctx, actor), enrolPasskey(ctx, actor)])
    expect(added.map(({ recoveryCodes }) => recoveryCodes.length).toSorted((a, b) => a - b)).toEqual([0, 0, 10])
  })

  test('recovery codes are replaced by new ones, and made for no account without a factor', async () => {
    await expect(newRecoveryCodes(ctx, { actor })).rejects.toThrow(InvalidState)
    const { recoveryCodes } = await enrolTotp(ctx, actor)
    const fresh = await newRecoveryCodes(ctx, { actor })
    expect(fresh.filter((text) => recoveryCodes.includes(text))).toEqual([])
    expect((await factors()).recoveryCodesLeft).toBe(10)
    expect(await changes()).toContainEqual(['recovery_codes_replaced', null])
  })
})

test('nobody adds a factor to an account whose address is not verified', async () => {
  const unverified = await storeSessionOf(await storeMerchant(ctx, { emailVerifiedAt: null }))
  await expect(startTotp(ctx, { actor: unverified })).rejects.toThrow(EmailNotVerified)
  await expect(startPasskey(ctx, { actor: unverified })).rejects.toThrow(EmailNotVerified)
  expect(await listFactors(ctx, { actor: unverified })).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 })
})

const everyChange: Record<string, (by: MerchantActor) => Promise<unknown>> = {
  startTotp: (by) => startTotp(ctx, { actor: by }),
  confirmTotp: (by) => confirmTotp(ctx, { actor: by, code: '000000' }),
  removeTotp: (by) => removeTotp(ctx, { actor: by }),
  startPasskey: (by) => startPasskey(ctx, { actor: by }),
  addPasskey: async (by) => {
    const response = testAuthenticator(ctx.publicUrl).create((await startPasskey(ctx, { actor })).options)
    return addPasskey(ctx, { actor: by, challengeId: '', name: '', response })
  },
  renamePasskey: (by) => renamePasskey(ctx, { actor: by, id: ctx.ids.uuid(), name: 'x' }),
  removePasskey: (by) => removePasskey(ctx, { actor: by, id: ctx.ids.uuid() }),
  newRecoveryCodes: (by) => newRecoveryCodes(ctx, { actor: by }),
}

test.each(Object.entries(everyChange))(
  '%s needs a confirmation that is younger than five minutes, and no API key will do',
  async (_name, change) => {
    const before = (ms: number) => ({ ...actor, confirmedAt: new Date(ctx.clock.now().getTime() - ms) })
    await expect(change(before(300_000))).rejects.toThrow(ConfirmationRequired)
    expect(await change(before(299_999)).catch((error: unknown) => error)).not.toBeInstanceOf(ConfirmationRequired)
    const key = { kind: 'key', merchantId: actor.merchantId, businessId: 'b', mode: 'live', keyId: 'k', scopes: ['*'] } as const
    // The type of a caller does not hold for what a transport brings.
    await expect(change(key as never)).rejects.toThrow(MerchantTokenRequired)
  },
)
