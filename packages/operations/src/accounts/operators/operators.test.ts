import { tables } from '@gateway/db/tables'
import { OperatorRequired, OperatorSessionRequired } from '@gateway/domain/accounts/operator'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { requireActor } from '../auth/authenticate.ts'
import { WrongCode } from '../factors/check-code.ts'
import { confirmTotp, startTotp } from '../factors/enrol-totp.ts'
import { register } from '../register.ts'
import { grantOperator, revokeOperator } from './grant-operator.ts'
import { requireOperator } from './require-operator.ts'
import { signInOperator, signOutOperator } from './sign-in-operator.ts'

const password = 'correct horse battery staple'
const STEP_MS = 30_000

let ctx: TestApiContext
beforeAll(async () => {
  ctx = await testApiContext()
  // The database judges sessions by its own clock.
  ctx.clock.set(new Date())
})
afterAll(() => ctx.close())

const db = () => tables(ctx.orm.em.fork())
const grant = (email: string) => grantOperator(ctx, { email, by: 'root' })
const liveSessions = (merchantId: string) =>
  db().selectFrom('session').select('openedIn').where('merchantId', '=', merchantId).where('revokedAt', 'is', null).execute()
const noCode = () => Promise.reject(new Error('no code is asked for'))

/** An account with a verified address. */
async function newAccount(email: string) {
  const { merchant, token } = await register(ctx, { email, password })
  await db().updateTable('merchant').set({ emailVerifiedAt: ctx.clock.now() }).where('id', '=', merchant.id).execute()
  return { merchantId: merchant.id, actor: await requireActor(ctx, token) }
}

/** An account with an authenticator app; `code` is its next code, `recovery` its recovery codes. */
async function newOperator(email: string) {
  const { merchantId, actor } = await newAccount(email)
  const { secret } = await startTotp(ctx, { actor })
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (): string => {
    ctx.clock.advance(STEP_MS)
    return app.generate({ timestamp: ctx.clock.now().getTime() })
  }
  const recovery = await confirmTotp(ctx, { actor, code: code() })
  await grant(email)
  return { merchantId, code, recovery: recovery ?? [] }
}

describe('the role of an operator', () => {
  test('the role of an operator is granted to a verified account, once, and recorded where its owner sees it', async () => {
    const { merchant } = await register(ctx, { email: 'anna@pay.example', password })
    await expect(grant('anna@pay.example')).rejects.toThrow('The e-mail address of this account is not verified')
    await db().updateTable('merchant').set({ emailVerifiedAt: ctx.clock.now() }).where('id', '=', merchant.id).execute()
    expect(await grant(' ANNA@pay.example')).toBe(true)
    expect(await grant('anna@pay.example')).toBe(false)
    const log = await db().selectFrom('audit_entry').select(['actor', 'action', 'details']).where('merchantId', '=', merchant.id).execute()
    expect(log).toEqual([{ actor: 'system', action: 'operator.grant', details: { by: 'root' } }])
    await expect(grant('nobody@pay.example')).rejects.toThrow('No such account')
  })

  test('ends with the sessions of the account', async () => {
    const { merchantId, code } = await newOperator('berta@pay.example')
    const session = await signInOperator(ctx, { email: 'berta@pay.example', password, askCode: async () => code() })
    expect(await requireOperator(ctx, { session: session.id })).toBe(`operator:${merchantId}`)
    expect(await revokeOperator(ctx, { email: 'berta@pay.example', by: 'root' })).toBe(true)
    await expect(requireOperator(ctx, { session: session.id })).rejects.toThrow(OperatorSessionRequired)
    expect(await liveSessions(merchantId)).toEqual([])
    expect(await revokeOperator(ctx, { email: 'berta@pay.example', by: 'root' })).toBe(false)
  })
})

describe('signing in at a terminal', () => {
  test('takes password and code, and opens a session of twelve hours that decides until it is ended', async () => {
    const { merchantId, code } = await newOperator('carl@pay.example')
    const session = await signInOperator(ctx, { email: 'Carl@pay.example', password, askCode: async () => code() })
    expect(session).toMatchObject({ merchantId, email: 'carl@pay.example' })
    expect(session.expiresAt.getTime() - ctx.clock.now().getTime()).toBe(12 * 60 * 60 * 1_000)
    expect(await requireOperator(ctx, { session: session.id })).toBe(`operator:${merchantId}`)
    await signOutOperator(ctx, session)
    await expect(requireOperator(ctx, { session: session.id })).rejects.toThrow(OperatorSessionRequired)
  })

  test('takes a recovery code too, once', async () => {
    const { recovery } = await newOperator('dora@pay.example')
    const [code = ''] = recovery
    const enter = () => signInOperator(ctx, { email: 'dora@pay.example', password, askCode: async () => code })
    await enter()
    await expect(enter()).rejects.toThrow(WrongCode)
  })

  test('signing in at a terminal is refused to an operator without a second factor, and leaves no session', async () => {
    const { merchantId } = await newAccount('emil@pay.example')
    await grant('emil@pay.example')
    const before = await liveSessions(merchantId)
    const refused = signInOperator(ctx, { email: 'emil@pay.example', password, askCode: noCode })
    await expect(refused).rejects.toThrow(OperatorRequired)
    await expect(refused).rejects.toThrow('has no second factor; add one in the portal')
    expect(await liveSessions(merchantId)).toEqual(before)
  })

  test('signing in at a terminal is refused to a merchant who is no operator, and leaves no session', async () => {
    const { merchantId } = await newAccount('fred@pay.example')
    const before = await liveSessions(merchantId)
    const refused = signInOperator(ctx, { email: 'fred@pay.example', password, askCode: noCode })
    await expect(refused).rejects.toThrow('fred@pay.example is no operator')
    expect(await liveSessions(merchantId)).toEqual(before)
  })
})
