import { eventually } from '@gateway/testing/wait'
import { expect } from 'vitest'
import { type Ground, newMerchant } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectTwice } from '../wire-members.ts'
import { aMerchant } from '../wire-values.ts'

const SENT = { success: true, message: expect.stringMatching(/\w/) }
const NEW_PASSWORD = 'a longer and better one'

/** The token of the link in an e-mail to a merchant. */
function linkFor({ story }: Ground, email: string, subject: string): Promise<string> {
  return eventually(`an e-mail to ${email}`, async () => {
    const mail = story.mail.emails.find(({ to, headers }) => to.includes(email) && headers['subject'] === subject)
    return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  })
}

export const recoveryStories: StoryTable = {
  'accounts.recovery.changePassword': {
    usual: async ({ clientOf }) => {
      const { token, password } = await newMerchant(clientOf)
      return { apiKey: token, input: { current_password: password, new_password: NEW_PASSWORD } }
    },
    done: {
      'the new password signs in, and every other session ends': async ({ clientOf }) => {
        const { email, password, token } = await newMerchant(clientOf)
        await clientOf().accounts.login({ email, password })
        const change = { current_password: password, new_password: NEW_PASSWORD }
        expect(await clientOf(token).accounts.recovery.changePassword(change)).toEqual({ success: true, sessions_ended: 1 })
        expect((await clientOf().accounts.login({ email, password: NEW_PASSWORD })).merchant.email).toBe(email)
        expect((await clientOf(token).accounts.me()).email).toBe(email)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a wrong password', input: { current_password: 'wrong horse' } } },
  },

  'accounts.recovery.askForReset': {
    usual: ({ thirdParty }) => ({ input: { email: thirdParty.email } }),
    done: {
      'the response is the same with or without an account': async ({ clientOf, thirdParty: { email } }) => {
        const { recovery } = clientOf().accounts
        const [known, unknown] = [await recovery.askForReset({ email }), await recovery.askForReset({ email: `nobody-${email}` })]
        expect(known).toEqual(SENT)
        expect(unknown).toEqual(known)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without an address', input: { email: null } } },
  },

  'accounts.recovery.resetPassword': {
    usual: () => ({ input: { token: 'x'.repeat(43), password: NEW_PASSWORD } }),
    done: {
      'the e-mailed link sets a new password': async (ground) => {
        const { email } = await newMerchant(ground.clientOf)
        const { accounts } = ground.clientOf()
        await accounts.recovery.askForReset({ email })
        const token = await linkFor(ground, email, 'Choose a new password for Gateway')
        expect(await accounts.recovery.resetPassword({ token, password: NEW_PASSWORD })).toEqual(SENT)
        expect((await accounts.login({ email, password: NEW_PASSWORD })).merchant.email).toBe(email)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for an unknown link' } },
  },

  'accounts.recovery.verifyEmail': {
    usual: () => ({ input: { token: 'x'.repeat(43) } }),
    done: {
      'the e-mailed link of the registration confirms the address': async (ground) => {
        const { email } = await newMerchant(ground.clientOf)
        const token = await linkFor(ground, email, 'Confirm your e-mail address for Gateway')
        const answer = await ground.clientOf().accounts.recovery.verifyEmail({ token })
        expectTwice(answer, 'merchant', 'merchant')
        expect(answer.merchant).toEqual(aMerchant({ email, email_verified: true }))
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for an unknown link' } },
  },

  'accounts.recovery.askForVerification': {
    done: {
      'a merchant gets another confirmation e-mail': async ({ clientOf, thirdParty }) => {
        expect(await clientOf(thirdParty.token).accounts.recovery.askForVerification()).toEqual(SENT)
      },
    },
  },
}
