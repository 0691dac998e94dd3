import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { type Ground, type Merchant, newMerchant } from '../ground.ts'
import type { Members, StoryTable } from '../story-table.ts'
import { expectPage, expectTwice } from '../wire-members.ts'
import { aMerchant, anId, justNow, later } from '../wire-values.ts'

const ofNewMerchant = async ({ clientOf }: Ground) => ({ apiKey: (await newMerchant(clientOf)).token })
const newAccount = () => ({ email: `eve-${randomBytes(6).toString('hex')}@shop.example`, password: 'correct horse battery staple' })
const WEEK_SECONDS = 604_800
const A_TOKEN = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)

/** Whether a token is still valid. */
const isLetIn = ({ clientOf }: Ground, token: string): Promise<boolean> =>
  clientOf(token)
    .accounts.me()
    .then(
      () => true,
      ({ code }: { code: string }) => code !== 'INVALID_TOKEN',
    )

const signIn = async ({ clientOf }: Ground, { email, password }: Merchant): Promise<string> =>
  (await clientOf().accounts.login({ email, password })).token

/** Calls a procedure of the portal with a merchant's token. */
async function callPortal({ story }: Ground, name: string, { token, input = {} }: { token: string; input?: object }): Promise<Members> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${story.gateway.api}/trpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return Object(Object(await answer.json())['result'])['data'] as Members
}

const STEP_MS = 30_000
const codeAt = (secret: string, ms: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms })

/** A new merchant's sign-in that a second factor has to finish, with the next code of its authenticator app: the current one was used. */
async function startSignIn(ground: Ground): Promise<{ ticket: string; code: string }> {
  const { token, email, password } = await newMerchant(ground.clientOf)
  await ground.story.sql.query('UPDATE merchant SET email_verified_at = now() WHERE email = $1', [email])
  const secret = String((await callPortal(ground, 'accounts.factors.startTotp', { token }))['secret'])
  await callPortal(ground, 'accounts.factors.confirmTotp', { token, input: { code: codeAt(secret, Date.now()) } })
  const asked = await ground
    .clientOf()
    .accounts.login({ email, password })
    .catch((error: { details: Members }) => error.details)
  return { ticket: String(Object(asked)['ticket']), code: codeAt(secret, Date.now() + STEP_MS) }
}

export const accountStories: StoryTable = {
  'accounts.register': {
    usual: () => ({ input: newAccount() }),
    done: {
      'a merchant registers and gets a token for a week': async ({ clientOf }) => {
        const account = newAccount()
        const answer = await clientOf().accounts.register({ ...account, name: 'Eve' })
        const merchant = aMerchant({ email: account.email, name: 'Eve', created_at: justNow(answer.merchant.created_at) })
        expect(answer).toEqual({ success: true, token: A_TOKEN, expires_in: WEEK_SECONDS, merchant })
        expect((await clientOf(answer.token).accounts.me()).id).toBe(answer.merchant.id)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a password of seven characters', input: { password: '1234567' } },
      EMAIL_TAKEN: { when: 'for an address that has an account', input: ({ thirdParty }) => ({ email: thirdParty.email }) },
    },
  },

  'accounts.login': {
    usual: ({ thirdParty: { email, password } }) => ({ input: { email, password } }),
    done: {
      'a merchant signs in with any spelling of the e-mail address': async ({ clientOf, thirdParty }) => {
        const answer = await clientOf().accounts.login({ email: thirdParty.email.toUpperCase(), password: thirdParty.password })
        const merchant = aMerchant({ email: thirdParty.email })
        expect(answer).toEqual({ success: true, token: A_TOKEN, expires_in: WEEK_SECONDS, merchant })
        expect((await clientOf(answer.token).accounts.me()).id).toBe(answer.merchant.id)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without a password', input: { password: null } },
      UNAUTHENTICATED: { when: 'for a wrong password', input: { password: 'wrong horse' } },
    },
  },

  'accounts.secondFactor': {
    usual: async (ground) => ({ input: await startSignIn(ground) }),
    done: {
      'a merchant with an authenticator app finishes a sign-in with ticket and code, each once': async (ground) => {
        const { ticket, code } = await startSignIn(ground)
        const answer = await ground.clientOf().accounts.secondFactor({ ticket, code })
        expect(answer).toEqual({ success: true, token: A_TOKEN, expires_in: WEEK_SECONDS, merchant: expect.any(Object) })
        expect((await ground.clientOf(answer.token).accounts.me()).id).toBe(answer.merchant.id)
        await expect(ground.clientOf().accounts.secondFactor({ ticket, code })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without a code', input: { code: null } },
      UNAUTHENTICATED: { when: 'for a made-up ticket', input: { ticket: 'made up' } },
    },
  },

  'accounts.me': {
    done: {
      'a merchant reads its own account': async ({ clientOf, thirdParty }) => {
        const answer = await clientOf(thirdParty.token).accounts.me()
        expectTwice(answer, 'merchant', 'merchant')
        expect(answer.merchant).toEqual(aMerchant({ email: thirdParty.email }))
      },
    },
  },

  'accounts.sessions.list': {
    done: {
      'a merchant lists its sessions, the current one marked': async (ground) => {
        const merchant = await newMerchant(ground.clientOf)
        await signIn(ground, merchant)
        const answer = await ground.clientOf(merchant.token).accounts.sessions.list()
        expectPage(answer, 'sessions', { noun: 'session', total: 2 })
        const [second, first] = answer.sessions.map(({ created_at: at }) => justNow(at))
        const session = (at = '', current = false) => ({ id: anId, created_at: at, expires_at: later(at, WEEK_SECONDS), current })
        expect(answer.sessions).toEqual([session(second), session(first, true)])
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a page of no rows', input: { limit: 0 } } },
  },

  'accounts.sessions.end': {
    usual: ofNewMerchant,
    done: {
      'the presented token is revoked, and others stay valid': async (ground) => {
        const merchant = await newMerchant(ground.clientOf)
        const other = await signIn(ground, merchant)
        expect(await ground.clientOf(merchant.token).accounts.sessions.end()).toEqual({ success: true, sessions_ended: 1 })
        expect([await isLetIn(ground, merchant.token), await isLetIn(ground, other)]).toEqual([false, true])
      },
    },
  },

  'accounts.sessions.endAll': {
    usual: ofNewMerchant,
    done: {
      'every token of the merchant is revoked': async (ground) => {
        const merchant = await newMerchant(ground.clientOf)
        const other = await signIn(ground, merchant)
        expect(await ground.clientOf(merchant.token).accounts.sessions.endAll()).toEqual({ success: true, sessions_ended: 2 })
        expect([await isLetIn(ground, merchant.token), await isLetIn(ground, other)]).toEqual([false, false])
      },
    },
  },
}
